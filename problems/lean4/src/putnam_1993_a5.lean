import Mathlib

/--
Let $f(x) = \left( \frac{x^2 - x}{x^3 - 3x + 1} \right)^2$. Show that the integrals of $f$ from
$-100$ to $-10$, from $1/101$ to $1/11$ and from $101/100$ to $11/10$ add up to a rational number.
-/
theorem putnam_1993_a5
    (f : ℝ → ℝ)
    (hf : ∀ x : ℝ, f x = ((x ^ 2 - x) / (x ^ 3 - 3 * x + 1)) ^ 2) :
    ∃ q : ℚ,
      (∫ x in (-100 : ℝ)..(-10), f x) + (∫ x in (1 / 101 : ℝ)..(1 / 11), f x) +
        (∫ x in (101 / 100 : ℝ)..(11 / 10), f x) = (q : ℝ) :=
  sorry
