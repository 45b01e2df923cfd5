Require Import Reals Lra.
Open Scope R_scope.

Theorem equal_means (x y : R) (hx : 0 < x) (hy : 0 < y) (h : (x + y) / 2 = sqrt (x * y)) : x = y.
Proof. Admitted.
