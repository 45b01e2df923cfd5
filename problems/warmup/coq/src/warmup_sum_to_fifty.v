From Coq Require Import Arith Lia.

Definition warmup_sum_to_fifty_solution : nat := 1275.

Theorem warmup_sum_to_fifty
    (s : nat -> nat)
    (hs0 : s 0 = 0)
    (hs : forall n : nat, s (n + 1) = s n + (n + 1))
    : s 50 = warmup_sum_to_fifty_solution.
Proof. Admitted.
