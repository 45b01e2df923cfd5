import Mathlib

/--
More than half of the elements of a finite group $G$ are in the subset $A$. Show that each element
of $G$ is a product $ab$ with $a$ and $b$ in $A$.
-/
theorem putnam_1968_b2
    (G : Type*)
    [Group G]
    [Finite G]
    (A : Set G)
    (hA : Nat.card G < 2 * A.ncard) :
    ∀ g : G, ∃ a b : G, a ∈ A ∧ b ∈ A ∧ g = a * b :=
  sorry
