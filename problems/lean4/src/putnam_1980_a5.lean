import Mathlib

/--
Let $P$ be a polynomial of degree at least $1$ with real coefficients. Show that there are only
finitely many real $x$ for which both $\int_0^x P(t) \sin t \, dt$ and $\int_0^x P(t) \cos t \,
dt$ vanish.
-/
theorem putnam_1980_a5
    (P : Polynomial ℝ)
    (hP : 1 ≤ P.natDegree) :
    {x : ℝ | (∫ t in (0 : ℝ)..x, P.eval t * Real.sin t) = 0 ∧
      (∫ t in (0 : ℝ)..x, P.eval t * Real.cos t) = 0}.Finite :=
  sorry
