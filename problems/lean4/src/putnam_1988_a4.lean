import Mathlib

-- unavoidable k: however the plane is painted with the colors 0, ..., k - 1, two points at
-- distance 1 have the same color. The solution answers for three and for nine colors.

abbrev putnam_1988_a4_solution : Bool × Bool := sorry
-- (true, false)
/--
Each point of the plane gets one of three colors. Are there always two points of equal color whose
distance is $1$? And if there are nine colors instead of three?
-/
theorem putnam_1988_a4
    (unavoidable : ℕ → Prop)
    (hunavoidable : ∀ k : ℕ, unavoidable k ↔
      ∀ color : EuclideanSpace ℝ (Fin 2) → ℕ, (∀ p, color p < k) →
        ∃ p q : EuclideanSpace ℝ (Fin 2), dist p q = 1 ∧ color p = color q) :
    (putnam_1988_a4_solution.1 = true ↔ unavoidable 3) ∧
    (putnam_1988_a4_solution.2 = true ↔ unavoidable 9) :=
  sorry
