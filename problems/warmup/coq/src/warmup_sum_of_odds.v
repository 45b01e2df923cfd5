From Coq Require Import Arith Lia.

Theorem warmup_sum_of_odds
    (s : nat -> nat)
    (hs0 : s 0 = 0)
    (hs : forall n : nat, s (n + 1) = s n + (2 * n + 1))
    : forall n : nat, s n = n * n.
Proof. Admitted.
