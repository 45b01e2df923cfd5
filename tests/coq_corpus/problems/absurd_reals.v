Require Import Reals Lra.
Open Scope R_scope.
Theorem absurd_reals
    (x : R)
    : x < x.
Proof. Admitted.
