import Mathlib

-- The solution lists all such n.

abbrev putnam_1994_b1_solution : List ℕ := sorry
-- List.range' 315 11 ++ List.range' 332 19
/--
Determine the positive integers $n$ such that precisely $15$ squares of integers differ from $n$
by at most $250$.
-/
theorem putnam_1994_b1
    (n : ℕ) :
    (1 ≤ n ∧ {s : ℕ | (∃ m : ℕ, s = m ^ 2) ∧ s ≤ n + 250 ∧ n ≤ s + 250}.ncard = 15) ↔
    n ∈ putnam_1994_b1_solution :=
  sorry
