import Mathlib

abbrev putnam_2008_b5_solution : Set (ℝ → ℝ) := sorry
-- {f : ℝ → ℝ | ∃ n : ℤ, (∀ x : ℝ, f x = (n : ℝ) + x) ∨ (∀ x : ℝ, f x = (n : ℝ) - x)}
/--
Determine all functions $f : \mathbb{R} \to \mathbb{R}$ with a continuous derivative that take
each rational number to a rational number with the same denominator, both in lowest terms.
-/
theorem putnam_2008_b5
    (f : ℝ → ℝ) :
    (ContDiff ℝ 1 f ∧ ∀ q : ℚ, ∃ r : ℚ, r.den = q.den ∧ f (q : ℝ) = (r : ℝ)) ↔
    f ∈ putnam_2008_b5_solution :=
  sorry
