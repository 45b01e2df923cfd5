import Mathlib

abbrev warmup_squares_modulo_four_solution : Set ℤ := sorry
-- {0, 1}
/--
Determine the remainders that the square of an integer can have upon division by $4$.
-/
theorem warmup_squares_modulo_four :
    ∀ r : ℤ, (∃ n : ℤ, n * n % 4 = r) ↔ r ∈ warmup_squares_modulo_four_solution :=
  sorry
