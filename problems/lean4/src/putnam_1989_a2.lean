import Mathlib

noncomputable abbrev putnam_1989_a2_solution : ℝ → ℝ → ℝ := sorry
-- fun a b ↦ (Real.exp (a ^ 2 * b ^ 2) - 1) / (a * b)
/--
For positive real $a$ and $b$, what is $\int_0^a \int_0^b \exp(\max(b^2 x^2, a^2 y^2)) \, dy \,
dx$?
-/
theorem putnam_1989_a2
    (a b : ℝ)
    (ha : 0 < a)
    (hb : 0 < b) :
    (∫ x in (0 : ℝ)..a, ∫ y in (0 : ℝ)..b, Real.exp (max (b ^ 2 * x ^ 2) (a ^ 2 * y ^ 2))) =
    putnam_1989_a2_solution a b :=
  sorry
