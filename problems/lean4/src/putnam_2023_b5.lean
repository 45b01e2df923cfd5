import Mathlib

-- pi permutes 1, ..., n.

abbrev putnam_2023_b5_solution : Set ℤ := sorry
-- {n : ℤ | n = 1 ∨ n % 4 = 2}
/--
Determine the positive integers $n$ such that for each integer $m$ without a common divisor with
$n$ other than $1$, some permutation $\pi$ of $\{1, \dots, n\}$ has $\pi(\pi(k)) \equiv mk \pmod
n$ for all $k$.
-/
theorem putnam_2023_b5
    (n : ℤ)
    (hn : 1 ≤ n) :
    (∀ m : ℤ, Int.gcd m n = 1 →
      ∃ pi : ℤ → ℤ,
        (∀ k : ℤ, 1 ≤ k → k ≤ n → 1 ≤ pi k ∧ pi k ≤ n) ∧
        (∀ j k : ℤ, 1 ≤ j → j ≤ n → 1 ≤ k → k ≤ n → pi j = pi k → j = k) ∧
        (∀ k : ℤ, 1 ≤ k → k ≤ n → pi (pi k) % n = (m * k) % n)) ↔
    n ∈ putnam_2023_b5_solution :=
  sorry
