From Coq Require Import Arith Lia.

Theorem warmup_triangular_numbers
    (s : nat -> nat)
    (hs0 : s 0 = 0)
    (hs : forall n : nat, s (n + 1) = s n + (n + 1))
    : forall n : nat, 2 * s n = n * (n + 1).
Proof. Admitted.
