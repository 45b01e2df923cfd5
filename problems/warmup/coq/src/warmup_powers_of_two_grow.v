From Coq Require Import Arith Lia.

Theorem warmup_powers_of_two_grow
    (n : nat)
    : n < 2 ^ n.
Proof. Admitted.
