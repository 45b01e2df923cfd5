import Mathlib

-- The exponent k ranges over the real numbers between 0 and 5.

noncomputable abbrev putnam_1978_a3_solution : ℝ := sorry
-- 2
/--
Let $p(x) = 2(x^6 + 1) + 4(x^5 + x) + 3(x^4 + x^2) + 5x^3$, and for real $k$ between $0$ and $5$
let $I_k$ be the integral of $x^k / p(x)$ over the positive $x$. Which $k$ makes $I_k$ least?
-/
theorem putnam_1978_a3
    (p : ℝ → ℝ)
    (hp : ∀ x : ℝ, p x = 2 * (x ^ 6 + 1) + 4 * (x ^ 5 + x) + 3 * (x ^ 4 + x ^ 2) + 5 * x ^ 3)
    (I : ℝ → ℝ)
    (hI : ∀ k : ℝ, 0 < k → k < 5 → I k = ∫ x in Set.Ioi (0 : ℝ), x ^ k / p x) :
    (0 < putnam_1978_a3_solution ∧ putnam_1978_a3_solution < 5) ∧
    ∀ k : ℝ, 0 < k → k < 5 → k ≠ putnam_1978_a3_solution →
      I putnam_1978_a3_solution < I k :=
  sorry
