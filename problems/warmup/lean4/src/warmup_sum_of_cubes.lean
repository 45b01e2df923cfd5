import Mathlib

/--
Let $s_0 = t_0 = 0$, $s_{n+1} = s_n + (n+1)^3$ and $t_{n+1} = t_n + (n+1)$. Show that $s_n =
t_n^2$ for all $n$.
-/
theorem warmup_sum_of_cubes
    (s t : ℕ → ℕ)
    (hs0 : s 0 = 0)
    (ht0 : t 0 = 0)
    (hs : ∀ n : ℕ, s (n + 1) = s n + (n + 1) ^ 3)
    (ht : ∀ n : ℕ, t (n + 1) = t n + (n + 1)) :
    ∀ n : ℕ, s n = t n ^ 2 :=
  sorry
