Require Import ZArith Lia.
Open Scope Z_scope.

Theorem no_square_is_three (n : Z) : n * n mod 4 <> 3.
Proof. Admitted.
