Require Import Arith Lia.

Theorem two_power_bound (n : nat) : n < 2 ^ n.
Proof. Admitted.
