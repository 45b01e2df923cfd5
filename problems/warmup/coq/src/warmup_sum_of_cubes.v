From Coq Require Import Arith Lia.

Theorem warmup_sum_of_cubes
    (s t : nat -> nat)
    (hs0 : s 0 = 0)
    (ht0 : t 0 = 0)
    (hs : forall n : nat, s (n + 1) = s n + (n + 1) ^ 3)
    (ht : forall n : nat, t (n + 1) = t n + (n + 1))
    : forall n : nat, s n = t n ^ 2.
Proof. Admitted.
