import Mathlib

noncomputable abbrev putnam_1981_b2_solution : ℝ := sorry
-- 12 - 8 * Real.sqrt 2
/--
Real numbers $r, s, t$ satisfy $1 \leq r \leq s \leq t \leq 4$. How small can $(r-1)^2 + (s/r -
1)^2 + (t/s - 1)^2 + (4/t - 1)^2$ be?
-/
theorem putnam_1981_b2
    (F : ℝ → ℝ → ℝ → ℝ)
    (hF : ∀ r s t : ℝ,
      F r s t = (r - 1) ^ 2 + (s / r - 1) ^ 2 + (t / s - 1) ^ 2 + (4 / t - 1) ^ 2) :
    (∃ r s t : ℝ, 1 ≤ r ∧ r ≤ s ∧ s ≤ t ∧ t ≤ 4 ∧ F r s t = putnam_1981_b2_solution) ∧
    (∀ r s t : ℝ, 1 ≤ r → r ≤ s → s ≤ t → t ≤ 4 → putnam_1981_b2_solution ≤ F r s t) :=
  sorry
