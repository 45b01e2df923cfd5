import Mathlib

-- The determinant is written out.

/--
Real numbers $u_0, u_1, u_2, \dots$ satisfy $u_0 = u_1 = u_2 = 1$, and the matrix with the rows
$(u_n, u_{n+1})$ and $(u_{n+2}, u_{n+3})$ has the determinant $n!$ for every $n \geq 0$. Show that
all $u_n$ are integers.
-/
theorem putnam_2004_a3
    (u : ℕ → ℝ)
    (h0 : u 0 = 1)
    (h1 : u 1 = 1)
    (h2 : u 2 = 1)
    (hdet : ∀ n : ℕ, u n * u (n + 3) - u (n + 1) * u (n + 2) = (Nat.factorial n : ℝ)) :
    ∀ n : ℕ, ∃ k : ℤ, u n = (k : ℝ) :=
  sorry
