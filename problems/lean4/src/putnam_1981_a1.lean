import Mathlib

open Filter Topology

-- N n is the product 1^1 2^2 ... n^n.

noncomputable abbrev putnam_1981_a1_solution : ℝ := sorry
-- 1 / 8
/--
For $n \geq 1$ let $5^{E(n)}$ be the highest power of $5$ that divides the product $1^1 \cdot 2^2
\cdot 3^3 \cdots n^n$. To what does $E(n) / n^2$ tend as $n$ grows?
-/
theorem putnam_1981_a1
    (N : ℕ → ℕ)
    (hN : ∀ n : ℕ, N n = ∏ i ∈ Finset.Icc 1 n, i ^ i)
    (E : ℕ → ℕ)
    (hE : ∀ n : ℕ, 1 ≤ n → 5 ^ E n ∣ N n ∧ ∀ k : ℕ, 5 ^ k ∣ N n → k ≤ E n) :
    Tendsto (fun n : ℕ ↦ (E n : ℝ) / (n : ℝ) ^ 2) atTop (𝓝 putnam_1981_a1_solution) :=
  sorry
