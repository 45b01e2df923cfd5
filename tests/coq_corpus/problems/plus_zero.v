Theorem plus_zero
    (n : nat)
    : n + 0 = n.
Proof. Admitted.
