From Coq Require Import Arith Lia.

Theorem warmup_every_third_fibonacci
    (F : nat -> nat)
    (hF0 : F 0 = 0)
    (hF1 : F 1 = 1)
    (hF : forall n : nat, F (n + 2) = F (n + 1) + F n)
    : forall n : nat, exists k : nat, F (3 * n) = 2 * k.
Proof. Admitted.
