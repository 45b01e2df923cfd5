/--
Let $a$ and $b$ be even integers. Show that $a + b$ is even.
-/
theorem warmup_even_plus_even
    (a b : Int)
    (ha : ∃ k : Int, a = 2 * k)
    (hb : ∃ k : Int, b = 2 * k) :
    ∃ k : Int, a + b = 2 * k :=
  sorry
