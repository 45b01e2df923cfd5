abbrev warmup_two_stamps_solution : Nat := sorry
-- 7
/--
There are stamps of $3$ and of $5$ cents. Find the largest postage that no collection of them
makes.
-/
theorem warmup_two_stamps :
    (¬∃ a b : Nat, warmup_two_stamps_solution = 3 * a + 5 * b) ∧
      ∀ n : Nat, warmup_two_stamps_solution < n → ∃ a b : Nat, n = 3 * a + 5 * b :=
  sorry
