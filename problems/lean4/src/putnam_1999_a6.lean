import Mathlib

-- The sequence is a 1, a 2, ...; nothing is said of a 0.

/--
Let $a_1 = 1$, $a_2 = 2$, $a_3 = 24$, and let $a_n = \frac{6 a_{n-1}^2 a_{n-3} - 8 a_{n-1}
a_{n-2}^2}{a_{n-2} a_{n-3}}$ for $n \geq 4$. Show that for every $n \geq 1$ the number $a_n / n$
is an integer.
-/
theorem putnam_1999_a6
    (a : ℕ → ℝ)
    (h1 : a 1 = 1)
    (h2 : a 2 = 2)
    (h3 : a 3 = 24)
    (ha : ∀ n : ℕ, 4 ≤ n →
      a n = (6 * a (n - 1) ^ 2 * a (n - 3) - 8 * a (n - 1) * a (n - 2) ^ 2) /
        (a (n - 2) * a (n - 3))) :
    ∀ n : ℕ, 1 ≤ n → ∃ k : ℤ, a n = (k : ℝ) * (n : ℝ) :=
  sorry
