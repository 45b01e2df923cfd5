/--
Show that the composition of two injective functions is injective.
-/
theorem warmup_injective_composition
    (A B C : Type)
    (f : A → B)
    (g : B → C)
    (hf : ∀ x y : A, f x = f y → x = y)
    (hg : ∀ x y : B, g x = g y → x = y) :
    ∀ x y : A, g (f x) = g (f y) → x = y :=
  sorry
