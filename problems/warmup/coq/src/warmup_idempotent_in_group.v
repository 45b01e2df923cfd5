Theorem warmup_idempotent_in_group
    (G : Type)
    (m : G -> G -> G)
    (e : G)
    (i : G -> G)
    (hassoc : forall a b c : G, m (m a b) c = m a (m b c))
    (hunit : forall a : G, m e a = a)
    (hinv : forall a : G, m (i a) a = e)
    (x : G)
    (hx : m x x = x)
    : x = e.
Proof. Admitted.
