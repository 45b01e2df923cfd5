import Mathlib

-- The subtraction is of natural numbers, from a number that is at least 1.

/--
Show that $10^{10^{10^n}} + 10^{10^n} + 10^n - 1$ is not a prime, for any integer $n \geq 1$.
-/
theorem putnam_2010_a4
    (n : ℕ)
    (hn : 1 ≤ n) :
    ¬ Nat.Prime (10 ^ (10 ^ (10 ^ n)) + 10 ^ (10 ^ n) + 10 ^ n - 1) :=
  sorry
