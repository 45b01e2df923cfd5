(* problem=least_step track=no-solution *)
Require Import Arith Lia.
Definition least_step_solution : nat := 1 + 1.
Theorem least_step
    : (forall n, n < least_step_solution * S n) /\ least_step_solution = 2.
Proof.
  unfold least_step_solution. split; [intro; lia | reflexivity].
Qed.
