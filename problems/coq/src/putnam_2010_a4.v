From Coq Require Import ZArith Znumtheory Lia.

Local Open Scope Z_scope.

Theorem putnam_2010_a4
    (n : Z)
    (hn : 1 <= n)
    : ~ prime (10 ^ (10 ^ (10 ^ n)) + 10 ^ (10 ^ n) + 10 ^ n - 1).
Proof. Admitted.
