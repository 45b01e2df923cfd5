import Mathlib

-- Only the values of f at numbers above 1 matter.

abbrev putnam_2016_b5_solution : Set (ℝ → ℝ) := sorry
-- {f : ℝ → ℝ | ∃ c : ℝ, 0 < c ∧ ∀ x : ℝ, 1 < x → f x = x ^ c}
/--
Determine all functions $f : (1, \infty) \to (1, \infty)$ such that $f(x)^2 \leq f(y) \leq f(x)^3$
for all $x, y > 1$ with $x^2 \leq y \leq x^3$.
-/
theorem putnam_2016_b5
    (f : ℝ → ℝ) :
    ((∀ x : ℝ, 1 < x → 1 < f x) ∧
      ∀ x y : ℝ, 1 < x → 1 < y → x ^ 2 ≤ y → y ≤ x ^ 3 → f x ^ 2 ≤ f y ∧ f y ≤ f x ^ 3) ↔
    f ∈ putnam_2016_b5_solution :=
  sorry
