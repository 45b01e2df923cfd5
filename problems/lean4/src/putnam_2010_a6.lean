import Mathlib

open Filter Topology

-- Only the values of f at nonnegative numbers matter.

/--
A continuous function $f : [0, \infty) \to \mathbb{R}$ is strictly decreasing and tends to $0$ at
infinity. Show that the improper integral of $\frac{f(x) - f(x+1)}{f(x)}$ over $[0, \infty)$ does
not converge.
-/
theorem putnam_2010_a6
    (f : ℝ → ℝ)
    (hdecreasing : ∀ x y : ℝ, 0 ≤ x → x < y → f y < f x)
    (hcontinuous : ContinuousOn f (Set.Ici 0))
    (hlim : Tendsto f atTop (𝓝 0)) :
    ¬ ∃ l : ℝ,
      Tendsto (fun t : ℝ ↦ ∫ x in (0 : ℝ)..t, (f x - f (x + 1)) / f x) atTop (𝓝 l) :=
  sorry
