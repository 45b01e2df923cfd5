import Mathlib

-- The numbers are x 1, ..., x (2 n).

abbrev putnam_2022_a6_solution : ℕ → ℕ := sorry
-- fun n ↦ n
/--
Let $n \geq 1$. What is the largest $m$ for which there are real numbers $-1 < x_1 < x_2 < \cdots
< x_{2n} < 1$ such that for each odd exponent $e = 1, 3, \dots, 2m - 1$ the $n$ intervals
$[x_{2i-1}^e, x_{2i}^e]$, $1 \leq i \leq n$, have total length $1$?
-/
theorem putnam_2022_a6
    (n : ℕ)
    (hn : 1 ≤ n)
    (possible : ℕ → Prop)
    (hpossible : ∀ m : ℕ, possible m ↔
      ∃ x : ℕ → ℝ,
        -1 < x 1 ∧ x (2 * n) < 1 ∧
        (∀ i : ℕ, 1 ≤ i → i < 2 * n → x i < x (i + 1)) ∧
        (∀ k : ℕ, 1 ≤ k → k ≤ m →
          ∑ i ∈ Finset.Icc 1 n, (x (2 * i) ^ (2 * k - 1) - x (2 * i - 1) ^ (2 * k - 1)) = 1)) :
    possible (putnam_2022_a6_solution n) ∧
    ∀ m : ℕ, possible m → m ≤ putnam_2022_a6_solution n :=
  sorry
