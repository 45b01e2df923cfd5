import Mathlib

/--
Nine distinct points of three-dimensional space have integer coordinates. Show that between some
two of them, on the open segment that joins them, there is a point with integer coordinates.
-/
theorem putnam_1971_a1
    (S : Finset (Fin 3 → ℤ))
    (hcard : S.card = 9) :
    ∃ p ∈ S, ∃ q ∈ S, p ≠ q ∧ ∃ (r : Fin 3 → ℤ) (t : ℝ), 0 < t ∧ t < 1 ∧
      ∀ i : Fin 3, (r i : ℝ) = (1 - t) * (p i : ℝ) + t * (q i : ℝ) :=
  sorry
