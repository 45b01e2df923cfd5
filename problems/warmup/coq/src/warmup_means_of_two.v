From Coq Require Import Reals Lra.

Local Open Scope R_scope.

Theorem warmup_means_of_two
    (x y : R)
    : x * y <= (x ^ 2 + y ^ 2) / 2.
Proof. Admitted.
