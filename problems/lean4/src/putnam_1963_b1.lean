import Mathlib

open Polynomial

abbrev putnam_1963_b1_solution : ℤ := sorry
-- 2
/--
Determine the integers $a$ for which the polynomial $x^2 - x + a$ is a factor of $x^{13} + x +
90$, over the integers.
-/
theorem putnam_1963_b1
    (a : ℤ) :
    (X ^ 2 - X + C a : ℤ[X]) ∣ (X ^ 13 + X + C 90 : ℤ[X]) ↔ a = putnam_1963_b1_solution :=
  sorry
