Require Import Arith.
Theorem reversed_sum
    (a b c : nat)
    : a + b + c = c + b + a.
Proof. Admitted.
