prelude
import Base

universe u v

/- Two universes, and functions between them. -/
theorem putnam_1901_a3 {α : Type u} {β : Type v} (f : α → β) (g : β → α)
    (h : ∀ a : α, Eq (g (f a)) a) (a b : α) (k : Eq (f a) (f b)) : Eq a b :=
  sorry
