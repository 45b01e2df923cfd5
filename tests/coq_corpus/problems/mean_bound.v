Require Import Reals.
Open Scope R_scope.
Theorem mean_bound
    (x y : R)
    (hx : 0 <= x)
    (hy : 0 <= y)
    : x * y <= ((x + y) / 2) ^ 2.
Proof. Admitted.
