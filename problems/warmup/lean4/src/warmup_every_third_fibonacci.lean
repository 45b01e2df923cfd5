/--
Let $F_0 = 0$, $F_1 = 1$ and $F_{n+2} = F_{n+1} + F_n$. Show that $F_{3n}$ is even for all $n$.
-/
theorem warmup_every_third_fibonacci
    (F : Nat → Nat)
    (hF0 : F 0 = 0)
    (hF1 : F 1 = 1)
    (hF : ∀ n : Nat, F (n + 2) = F (n + 1) + F n) :
    ∀ n : Nat, ∃ k : Nat, F (3 * n) = 2 * k :=
  sorry
