import Mathlib

open Filter Topology

noncomputable abbrev putnam_1979_b2_solution : ℝ → ℝ → ℝ := sorry
-- fun a b ↦ Real.exp (-1) * (b ^ b / a ^ a) ^ (1 / (b - a))
/--
Let $0 < a < b$. As the real number $t$ tends to $0$, what is the limit of $\left( \int_0^1 (bx +
a(1-x))^t \, dx \right)^{1/t}$, in terms of $a$ and $b$?
-/
theorem putnam_1979_b2
    (a b : ℝ)
    (hab : 0 < a ∧ a < b) :
    Tendsto (fun t : ℝ ↦ (∫ x in (0 : ℝ)..1, (b * x + a * (1 - x)) ^ t) ^ (1 / t))
      (𝓝[≠] 0) (𝓝 (putnam_1979_b2_solution a b)) :=
  sorry
