import Mathlib

-- The solution says whether f must vanish everywhere. A rectangle of area 1: its corner is (a, b),
-- its sides have the lengths w and 1 / w and the directions (cos t, sin t) and (- sin t, cos t).

abbrev putnam_2012_a6_solution : Bool := sorry
-- true
/--
Let $f : \mathbb{R}^2 \to \mathbb{R}$ be continuous, and let its integral over every rectangle of
area $1$, in any position, be zero. Does it follow that $f$ is zero everywhere?
-/
theorem putnam_2012_a6 :
    putnam_2012_a6_solution = true ↔
    ∀ f : ℝ × ℝ → ℝ, Continuous f →
      (∀ a b t w : ℝ, 0 < w →
        (∫ r in (0 : ℝ)..w, ∫ s in (0 : ℝ)..(1 / w),
          f (a + r * Real.cos t - s * Real.sin t, b + r * Real.sin t + s * Real.cos t)) = 0) →
      ∀ p : ℝ × ℝ, f p = 0 :=
  sorry
