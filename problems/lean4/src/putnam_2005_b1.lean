import Mathlib

-- The variables 0 and 1 are x and y.

noncomputable abbrev putnam_2005_b1_solution : MvPolynomial (Fin 2) ℝ := sorry
-- (MvPolynomial.X 1 - 2 * MvPolynomial.X 0) * (MvPolynomial.X 1 - 2 * MvPolynomial.X 0 - 1)
/--
Give a polynomial $P(x, y)$ with real coefficients, other than the zero polynomial, that vanishes
at $(\lfloor a \rfloor, \lfloor 2a \rfloor)$ for each real number $a$.
-/
theorem putnam_2005_b1 :
    putnam_2005_b1_solution ≠ 0 ∧
    ∀ a : ℝ, MvPolynomial.eval ![(⌊a⌋ : ℝ), (⌊2 * a⌋ : ℝ)] putnam_2005_b1_solution = 0 :=
  sorry
