import Mathlib

-- The solution gives numerator and denominator of the rational function.

noncomputable abbrev putnam_1977_a4_solution : Polynomial ℝ × Polynomial ℝ := sorry
-- (Polynomial.X, 1 - Polynomial.X)
/--
For $0 < x < 1$, write the sum of the series $\sum_{n \geq 0} x^{2^n} / (1 - x^{2^{n+1}})$ as a
quotient of two polynomials in $x$.
-/
theorem putnam_1977_a4
    (x : ℝ)
    (hx : 0 < x ∧ x < 1) :
    HasSum (fun n : ℕ ↦ x ^ (2 ^ n) / (1 - x ^ (2 ^ (n + 1))))
      (Polynomial.eval x putnam_1977_a4_solution.1 /
        Polynomial.eval x putnam_1977_a4_solution.2) :=
  sorry
