From Coq Require Import Arith Lia.

Definition warmup_two_stamps_solution : nat := 7.

Theorem warmup_two_stamps
    : ~ (exists a b : nat, warmup_two_stamps_solution = 3 * a + 5 * b) /\
      forall n : nat, warmup_two_stamps_solution < n -> exists a b : nat, n = 3 * a + 5 * b.
Proof. Admitted.
