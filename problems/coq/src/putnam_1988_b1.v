From Coq Require Import ZArith Lia.

Local Open Scope Z_scope.

Theorem putnam_1988_b1
    (a b : Z)
    (ha : 2 <= a)
    (hb : 2 <= b)
    : exists x y z : Z,
        0 < x /\ 0 < y /\ 0 < z /\ a * b = x * y + x * z + y * z + 1.
Proof. Admitted.
