import Mathlib

-- The solution lists all such x.

noncomputable abbrev putnam_2023_a2_solution : ℕ → List ℝ := sorry
-- fun n ↦ [1 / (Nat.factorial n : ℝ), -(1 / (Nat.factorial n : ℝ))]
/--
Let $n \geq 2$ be even, and let $p$ be a polynomial of degree $2n$ with real coefficients and
leading coefficient $1$, such that $p(1/k) = k^2$ for the integers $k$ with $1 \leq |k| \leq n$.
Determine all real $x \neq 0$ other than these integers with $p(1/x) = x^2$.
-/
theorem putnam_2023_a2
    (n : ℕ)
    (hn : 1 ≤ n)
    (heven : Even n)
    (p : Polynomial ℝ)
    (hp : p.Monic ∧ p.natDegree = 2 * n)
    (hpk : ∀ k : ℤ, 1 ≤ |k| → |k| ≤ (n : ℤ) → p.eval (1 / (k : ℝ)) = (k : ℝ) ^ 2) :
    ∀ x : ℝ,
      (x ≠ 0 ∧
        (∀ k : ℤ, 1 ≤ |k| → |k| ≤ (n : ℤ) → x ≠ (k : ℝ)) ∧
        p.eval (1 / x) = x ^ 2) ↔
      x ∈ putnam_2023_a2_solution n :=
  sorry
