Require Import Reals Lra.
Open Scope R_scope.

Theorem square_sum_bound (a b c : R) (h : a + b + c = 3) : a ^ 2 + b ^ 2 + c ^ 2 >= 3.
Proof. Admitted.
