import Mathlib

-- The solution gives the two sequences A and B.

abbrev putnam_1990_a1_solution : (ℕ → ℤ) × (ℕ → ℤ) := sorry
-- (fun n ↦ (Nat.factorial n : ℤ), fun n ↦ 2 ^ n)
/--
A sequence starts with $T_0 = 2$, $T_1 = 3$, $T_2 = 6$ and goes on by $T_n = (n+4) T_{n-1} - 4n
T_{n-2} + (4n-8) T_{n-3}$ for all $n \geq 3$, so that its next terms are $14, 40, 152, 784$. Write
$T_n$ as a sum $A_n + B_n$ of two familiar sequences, and prove it.
-/
theorem putnam_1990_a1
    (T : ℕ → ℤ)
    (hT0 : T 0 = 2)
    (hT1 : T 1 = 3)
    (hT2 : T 2 = 6)
    (hT : ∀ n : ℕ, 3 ≤ n →
      T n = ((n : ℤ) + 4) * T (n - 1) - 4 * (n : ℤ) * T (n - 2) + (4 * (n : ℤ) - 8) * T (n - 3)) :
    ∀ n : ℕ, T n = putnam_1990_a1_solution.1 n + putnam_1990_a1_solution.2 n :=
  sorry
