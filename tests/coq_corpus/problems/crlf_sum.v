Require Import Arith.
Theorem crlf_sum
    (a b : nat)
    : a + b = b + a.
Proof. Admitted.