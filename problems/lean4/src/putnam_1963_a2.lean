import Mathlib

-- The sequence is f 1, f 2, ...; nothing is said of f 0.

/--
Positive integers $f(1) < f(2) < f(3) < \cdots$ satisfy $f(2) = 2$, and $f(mn) = f(m) f(n)$
whenever the positive integers $m$ and $n$ have no common divisor but $1$. Show that $f(n) = n$
for all $n \geq 1$.
-/
theorem putnam_1963_a2
    (f : ℕ → ℕ)
    (hpos : ∀ n : ℕ, 1 ≤ n → 1 ≤ f n)
    (hinc : ∀ m n : ℕ, 1 ≤ m → m < n → f m < f n)
    (h2 : f 2 = 2)
    (hmul : ∀ m n : ℕ, 1 ≤ m → 1 ≤ n → Nat.gcd m n = 1 → f (m * n) = f m * f n) :
    ∀ n : ℕ, 1 ≤ n → f n = n :=
  sorry
