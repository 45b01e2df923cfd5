import Mathlib

-- P n is the probability of the event X = n.

noncomputable abbrev putnam_2014_a4_solution : ℝ := sorry
-- 1 / 3
/--
A random variable $X$ has nonnegative integers as values, and the expectations of $X$, $X^2$ and
$X^3$ are $1$, $2$ and $5$. How small can the probability of $X = 0$ be?
-/
theorem putnam_2014_a4
    (valid : (ℕ → ℝ) → Prop)
    (hvalid : ∀ P : ℕ → ℝ, valid P ↔
      (∀ n : ℕ, 0 ≤ P n) ∧
      HasSum P 1 ∧
      HasSum (fun n : ℕ ↦ (n : ℝ) * P n) 1 ∧
      HasSum (fun n : ℕ ↦ (n : ℝ) ^ 2 * P n) 2 ∧
      HasSum (fun n : ℕ ↦ (n : ℝ) ^ 3 * P n) 5) :
    (∃ P : ℕ → ℝ, valid P ∧ P 0 = putnam_2014_a4_solution) ∧
    (∀ P : ℕ → ℝ, valid P → putnam_2014_a4_solution ≤ P 0) :=
  sorry
