From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_2005_a5_solution : R := PI / 8 * ln 2.

Theorem putnam_2005_a5
    : is_RInt (fun x => ln (x + 1) / (x ^ 2 + 1)) 0 1 putnam_2005_a5_solution.
Proof. Admitted.
