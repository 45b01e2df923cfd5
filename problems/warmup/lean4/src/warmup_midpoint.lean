import Mathlib

/--
Show that the mean of two different real numbers lies strictly between them.
-/
theorem warmup_midpoint
    (x y : ℝ)
    (hxy : x < y) :
    x < (x + y) / 2 ∧ (x + y) / 2 < y :=
  sorry
