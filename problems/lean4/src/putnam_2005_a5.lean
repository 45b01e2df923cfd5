import Mathlib

noncomputable abbrev putnam_2005_a5_solution : ℝ := sorry
-- Real.pi / 8 * Real.log 2
/--
Compute the integral of $\frac{\ln(x+1)}{x^2+1}$ from $0$ to $1$.
-/
theorem putnam_2005_a5 :
    (∫ x in (0 : ℝ)..1, Real.log (x + 1) / (x ^ 2 + 1)) = putnam_2005_a5_solution :=
  sorry
