import Mathlib

/--
Show that no four points of the plane are such that each of their six distances is an odd integer.
-/
theorem putnam_1993_b5 :
    ¬ ∃ P : Fin 4 → EuclideanSpace ℝ (Fin 2),
      ∀ i j : Fin 4, i < j → ∃ k : ℤ, dist (P i) (P j) = 2 * (k : ℝ) + 1 :=
  sorry
