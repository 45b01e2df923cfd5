abbrev warmup_sum_to_fifty_solution : Nat := sorry
-- 1275
/--
Find the sum of the whole numbers from $1$ to $50$, where $s_0 = 0$ and $s_{n+1} = s_n + (n + 1)$.
-/
theorem warmup_sum_to_fifty
    (s : Nat → Nat)
    (hs0 : s 0 = 0)
    (hs : ∀ n : Nat, s (n + 1) = s n + (n + 1)) :
    s 50 = warmup_sum_to_fifty_solution :=
  sorry
