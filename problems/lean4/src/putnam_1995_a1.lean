import Mathlib

/--
Let $S$ be a set of real numbers that contains the product of any two of its elements, and let it
be the disjoint union of two subsets $T$ and $U$. Suppose that whenever $a, b, c$ are in $T$,
equal or not, $abc$ is in $T$, and likewise for $U$. Show that $T$ or $U$ contains the product of
any two of its elements.
-/
theorem putnam_1995_a1
    (S T U : Set ℝ)
    (hS : ∀ a b : ℝ, a ∈ S → b ∈ S → a * b ∈ S)
    (hdisjoint : ∀ x : ℝ, ¬ (x ∈ T ∧ x ∈ U))
    (hunion : ∀ x : ℝ, x ∈ S ↔ x ∈ T ∨ x ∈ U)
    (hT : ∀ a b c : ℝ, a ∈ T → b ∈ T → c ∈ T → a * b * c ∈ T)
    (hU : ∀ a b c : ℝ, a ∈ U → b ∈ U → c ∈ U → a * b * c ∈ U) :
    (∀ a b : ℝ, a ∈ T → b ∈ T → a * b ∈ T) ∨ (∀ a b : ℝ, a ∈ U → b ∈ U → a * b ∈ U) :=
  sorry
