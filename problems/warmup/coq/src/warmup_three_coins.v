Theorem warmup_three_coins
    (a b c : bool)
    : a = b \/ b = c \/ a = c.
Proof. Admitted.
