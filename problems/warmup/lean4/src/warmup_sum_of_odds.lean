/--
Let $s_0 = 0$ and $s_{n+1} = s_n + (2n + 1)$. Show that $s_n = n^2$ for all $n$.
-/
theorem warmup_sum_of_odds
    (s : Nat → Nat)
    (hs0 : s 0 = 0)
    (hs : ∀ n : Nat, s (n + 1) = s n + (2 * n + 1)) :
    ∀ n : Nat, s n = n * n :=
  sorry
