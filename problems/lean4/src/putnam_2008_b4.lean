import Mathlib

/--
Let $p$ be a prime and $h$ a polynomial with integer coefficients. Suppose that no two of the
numbers $h(0), h(1), \dots, h(p^2 - 1)$ are congruent modulo $p^2$. Show that no two of the
numbers $h(0), h(1), \dots, h(p^3 - 1)$ are congruent modulo $p^3$.
-/
theorem putnam_2008_b4
    (p : ℕ)
    (hp : p.Prime)
    (h : Polynomial ℤ)
    (hp2 : ∀ i j : ℤ, 0 ≤ i → i < j → j ≤ (p : ℤ) ^ 2 - 1 →
      h.eval i % (p : ℤ) ^ 2 ≠ h.eval j % (p : ℤ) ^ 2) :
    ∀ i j : ℤ, 0 ≤ i → i < j → j ≤ (p : ℤ) ^ 3 - 1 →
      h.eval i % (p : ℤ) ^ 3 ≠ h.eval j % (p : ℤ) ^ 3 :=
  sorry
