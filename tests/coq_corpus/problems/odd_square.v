Require Import ZArith Lia.
Open Scope Z_scope.
Theorem odd_square
    (n : Z)
    (hn : exists k, n = 2 * k + 1)
    : exists m, n * n = 8 * m + 1.
Proof. Admitted.
