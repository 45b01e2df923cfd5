import Mathlib

-- The ordering lists the numbers s 0 + 1, s 1 + 1, ..., s (n - 1) + 1.

abbrev putnam_1965_a5_solution : ℕ → ℕ := sorry
-- fun n ↦ 2 ^ (n - 1)
/--
Let $n \geq 1$. In how many ways can the integers $1, \dots, n$ be listed, each once, so that each
number of the list but the first is one more or one less than some number that stands before it?
-/
theorem putnam_1965_a5
    (n : ℕ)
    (hn : 0 < n) :
    {s : Equiv.Perm (Fin n) | ∀ i : Fin n, 0 < (i : ℕ) →
      ∃ j : Fin n, j < i ∧ ((s i : ℕ) = (s j : ℕ) + 1 ∨ (s j : ℕ) = (s i : ℕ) + 1)}.ncard =
    putnam_1965_a5_solution n :=
  sorry
