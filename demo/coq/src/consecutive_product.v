Require Import ZArith Lia.
Open Scope Z_scope.

Theorem consecutive_product (n : Z) : exists k : Z, n * (n + 1) = 2 * k.
Proof. Admitted.
