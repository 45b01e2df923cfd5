From Coq Require Import Reals ZArith Lra Lia.

Local Open Scope R_scope.

Theorem putnam_1998_b6
    (a b c : Z)
    : exists n : Z, (0 < n)%Z /\
        ~ exists m : Z, sqrt (IZR (n ^ 3 + a * n ^ 2 + b * n + c)) = IZR m.
Proof. Admitted.
