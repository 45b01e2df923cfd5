import Mathlib

/--
Show that $xy \leq (x^2 + y^2)/2$ for all real numbers $x$ and $y$.
-/
theorem warmup_means_of_two
    (x y : ℝ) :
    x * y ≤ (x ^ 2 + y ^ 2) / 2 :=
  sorry
