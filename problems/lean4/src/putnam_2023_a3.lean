import Mathlib

noncomputable abbrev putnam_2023_a3_solution : ℝ := sorry
-- Real.pi / 2
/--
For which positive $r$ are there differentiable functions $f, g : \mathbb{R} \to \mathbb{R}$ with
$f(0) > 0$, $g(0) = 0$, $|f'| \leq |g|$ and $|g'| \leq |f|$ everywhere, and $f(r) = 0$? Determine
the least such $r$.
-/
theorem putnam_2023_a3
    (possible : ℝ → Prop)
    (hpossible : ∀ r : ℝ, possible r ↔
      ∃ f g : ℝ → ℝ,
        Differentiable ℝ f ∧ Differentiable ℝ g ∧
        0 < f 0 ∧ g 0 = 0 ∧
        (∀ x : ℝ, |deriv f x| ≤ |g x|) ∧
        (∀ x : ℝ, |deriv g x| ≤ |f x|) ∧
        f r = 0) :
    0 < putnam_2023_a3_solution ∧ possible putnam_2023_a3_solution ∧
    ∀ r : ℝ, 0 < r → possible r → putnam_2023_a3_solution ≤ r :=
  sorry
