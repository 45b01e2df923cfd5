From Coq Require Import Arith Lia.

Theorem warmup_consecutive_product
    (n : nat)
    : exists k : nat, n * (n + 1) = 2 * k.
Proof. Admitted.
