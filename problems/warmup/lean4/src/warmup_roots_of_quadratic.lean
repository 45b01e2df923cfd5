import Mathlib

abbrev warmup_roots_of_quadratic_solution : Set ℝ := sorry
-- {2, 3}
/--
Determine the real solutions of $x^2 - 5x + 6 = 0$.
-/
theorem warmup_roots_of_quadratic :
    ∀ x : ℝ, x ^ 2 - 5 * x + 6 = 0 ↔ x ∈ warmup_roots_of_quadratic_solution :=
  sorry
