Theorem warmup_cantor
    (A : Type)
    (f : A -> A -> Prop)
    : exists s : A -> Prop, forall a : A, f a <> s.
Proof. Admitted.
