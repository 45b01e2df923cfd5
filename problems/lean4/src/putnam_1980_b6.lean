import Mathlib

/--
For integers $1 \leq d \leq n$ define $G(d, n)$ by $G(1, n) = 1/n$ and, for $d \geq 2$, $G(d, n) =
\frac{d}{n} \sum_{i=d}^{n} G(d-1, i-1)$. Let $p$ be a prime and $1 < d \leq p$. Show that $p$ does
not divide the denominator of $G(d, p)$ in lowest terms.
-/
theorem putnam_1980_b6
    (G : ℕ → ℕ → ℚ)
    (hG1 : ∀ n : ℕ, 1 ≤ n → G 1 n = 1 / (n : ℚ))
    (hG : ∀ d n : ℕ, 1 < d → d ≤ n →
      G d n = (d : ℚ) / (n : ℚ) * ∑ i ∈ Finset.Icc d n, G (d - 1) (i - 1))
    (d p : ℕ)
    (hp : p.Prime)
    (hdp : 1 < d ∧ d ≤ p) :
    ¬ p ∣ (G d p).den :=
  sorry
