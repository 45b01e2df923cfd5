From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Theorem warmup_midpoint
    (x y : R)
    (hxy : x < y)
    : x < (x + y) / 2 /\ (x + y) / 2 < y.
Proof. Admitted.
