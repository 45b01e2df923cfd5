import Mathlib

noncomputable abbrev putnam_1987_b1_solution : ℝ := sorry
-- 1
/--
What is the value of the integral from $2$ to $4$ of $\frac{\sqrt{\ln(9-x)}}{\sqrt{\ln(9-x)} +
\sqrt{\ln(x+3)}}$ with respect to $x$?
-/
theorem putnam_1987_b1 :
    (∫ x in (2 : ℝ)..4, Real.sqrt (Real.log (9 - x)) /
      (Real.sqrt (Real.log (9 - x)) + Real.sqrt (Real.log (x + 3)))) =
    putnam_1987_b1_solution :=
  sorry
