import Mathlib

open Filter Topology

-- The solution says whether the assertion is true.

abbrev putnam_1986_b4_solution : Bool := sorry
-- true
/--
For real $r > 0$ let $G(r)$ be the least value of $|r - \sqrt{m^2 + 2n^2}|$ over all integers $m$
and $n$. Is it true that $G(r)$ tends to $0$ as $r$ tends to infinity?
-/
theorem putnam_1986_b4
    (G : ℝ → ℝ)
    (hG : ∀ r : ℝ, 0 < r →
      (∃ m n : ℤ, G r = |r - Real.sqrt ((m : ℝ) ^ 2 + 2 * (n : ℝ) ^ 2)|) ∧
      (∀ m n : ℤ, G r ≤ |r - Real.sqrt ((m : ℝ) ^ 2 + 2 * (n : ℝ) ^ 2)|)) :
    putnam_1986_b4_solution = true ↔ Tendsto G atTop (𝓝 0) :=
  sorry
