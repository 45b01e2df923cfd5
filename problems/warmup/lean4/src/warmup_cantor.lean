/--
Show that no function from a set to its power set is onto.
-/
theorem warmup_cantor
    (A : Type)
    (f : A → A → Prop) :
    ∃ s : A → Prop, ∀ a : A, f a ≠ s :=
  sorry
