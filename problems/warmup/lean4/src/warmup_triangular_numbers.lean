/--
Let $s_0 = 0$ and $s_{n+1} = s_n + (n + 1)$. Show that $2 s_n = n(n + 1)$ for all $n$.
-/
theorem warmup_triangular_numbers
    (s : Nat → Nat)
    (hs0 : s 0 = 0)
    (hs : ∀ n : Nat, s (n + 1) = s n + (n + 1)) :
    ∀ n : Nat, 2 * s n = n * (n + 1) :=
  sorry
