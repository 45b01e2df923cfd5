import Mathlib

-- The solution says whether such polynomials exist.

abbrev putnam_2003_b1_solution : Bool := sorry
-- false
/--
Are there polynomials $a, b, c, d$ in one variable with real coefficients such that $1 + xy + x^2
y^2 = a(x) c(y) + b(x) d(y)$ for all $x$ and $y$?
-/
theorem putnam_2003_b1 :
    putnam_2003_b1_solution = true ↔
    ∃ a b c d : Polynomial ℝ, ∀ x y : ℝ,
      1 + x * y + x ^ 2 * y ^ 2 = a.eval x * c.eval y + b.eval x * d.eval y :=
  sorry
