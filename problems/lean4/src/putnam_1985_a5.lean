import Mathlib

-- The solution lists all such m.

abbrev putnam_1985_a5_solution : List ℕ := sorry
-- [3, 4, 7, 8]
/--
For which integers $m$ from $1$ to $10$ is the integral of $\cos x \cos 2x \cdots \cos mx$ from
$0$ to $2 \pi$ different from zero?
-/
theorem putnam_1985_a5
    (I : ℕ → ℝ)
    (hI : ∀ m : ℕ, I m =
      ∫ x in (0 : ℝ)..(2 * Real.pi), ∏ k ∈ Finset.Icc 1 m, Real.cos ((k : ℝ) * x)) :
    ∀ m : ℕ, ((1 ≤ m ∧ m ≤ 10) ∧ I m ≠ 0) ↔ m ∈ putnam_1985_a5_solution :=
  sorry
