import Mathlib

-- The square root of an integer is an integer if it is the square of one, and only then.

/--
Let $a, b, c$ be integers. Show that for some positive integer $n$ the number $\sqrt{n^3 + an^2 +
bn + c}$ is not an integer.
-/
theorem putnam_1998_b6
    (a b c : ℤ) :
    ∃ n : ℤ, 0 < n ∧
      ¬ ∃ m : ℤ, n ^ 3 + a * n ^ 2 + b * n + c = m ^ 2 :=
  sorry
