Theorem absurd
    (n : nat)
    : n = n + 1.
Proof. Admitted.
