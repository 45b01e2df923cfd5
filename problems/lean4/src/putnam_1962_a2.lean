import Mathlib

-- D is the domain: an interval whose least element is 0. Only the values of f on D matter.

abbrev putnam_1962_a2_solution : Set ℝ → Set (ℝ → ℝ) := sorry
-- fun D ↦ {f : ℝ → ℝ | ∃ a c : ℝ, 0 < a ∧ ∀ x ∈ D, 0 < 1 - c * x ∧ f x = a / (1 - c * x) ^ 2}
/--
Let $D$ be an interval of real numbers, bounded or not, that has $0$ as its least element and is
more than a point. Determine all functions $f : D \to (0, \infty)$, integrable over $[0, x]$ for
each positive $x$ in $D$, whose mean value over $[0, x]$ is the geometric mean of $f(0)$ and
$f(x)$ for each such $x$.
-/
theorem putnam_1962_a2
    (D : Set ℝ)
    (hD : ∀ x y z : ℝ, x ∈ D → z ∈ D → x ≤ y → y ≤ z → y ∈ D)
    (hD0 : 0 ∈ D)
    (hDmin : ∀ x ∈ D, 0 ≤ x)
    (hDpos : ∃ x ∈ D, 0 < x)
    (f : ℝ → ℝ)
    (hf : ∀ x ∈ D, 0 < f x) :
    (∀ x ∈ D, 0 < x →
      IntervalIntegrable f MeasureTheory.volume 0 x ∧
      (∫ t in (0 : ℝ)..x, f t) / x = Real.sqrt (f 0 * f x)) ↔
    f ∈ putnam_1962_a2_solution D :=
  sorry
