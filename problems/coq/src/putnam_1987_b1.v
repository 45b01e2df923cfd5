From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Definition putnam_1987_b1_solution : R := 1.

Theorem putnam_1987_b1
    : is_RInt (fun x => sqrt (ln (9 - x)) / (sqrt (ln (9 - x)) + sqrt (ln (x + 3))))
        2 4 putnam_1987_b1_solution.
Proof. Admitted.
