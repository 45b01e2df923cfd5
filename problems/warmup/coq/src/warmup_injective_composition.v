Theorem warmup_injective_composition
    (A B C : Type)
    (f : A -> B)
    (g : B -> C)
    (hf : forall x y : A, f x = f y -> x = y)
    (hg : forall x y : B, g x = g y -> x = y)
    : forall x y : A, g (f x) = g (f y) -> x = y.
Proof. Admitted.
