Section fixed_twice.
Variables (A B : Type) (f : A -> A) (g : B -> B).
Hypothesis fixed : forall x, f x = x.
Hypothesis unused : forall x, g x = x.
Theorem fixed_twice
    (a : A)
    : f (f a) = a.
Proof. Admitted.
End fixed_twice.
