Require Import Arith Lia.
Definition least_step_solution : nat := 2.
Theorem least_step
    : (forall n, n < least_step_solution * S n) /\ least_step_solution = 2.
Proof. Admitted.
