From Coq Require Import Arith Lia.

Definition warmup_steps_of_two_solution : nat -> nat := fun n => 2 * n + 3.

Theorem warmup_steps_of_two
    (f : nat -> nat)
    (hf0 : f 0 = 3)
    (hf : forall n : nat, f (n + 1) = f n + 2)
    : forall n : nat, f n = warmup_steps_of_two_solution n.
Proof. Admitted.
