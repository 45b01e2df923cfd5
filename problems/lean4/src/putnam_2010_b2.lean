import Mathlib

-- Noncollinear points A = (a1, a2), B = (b1, b2), C = (c1, c2) whose distances are the integers
-- AB, AC, BC.

abbrev putnam_2010_b2_solution : ℤ := sorry
-- 3
/--
Three points $A, B, C$ of the plane, not on one line, have integer coordinates, and their
distances $AB$, $AC$, $BC$ are integers. How small can $AB$ be?
-/
theorem putnam_2010_b2
    (valid : ℤ → ℤ → ℤ → ℤ → ℤ → ℤ → ℤ → ℤ → ℤ → Prop)
    (hvalid : ∀ a1 a2 b1 b2 c1 c2 AB AC BC : ℤ,
      valid a1 a2 b1 b2 c1 c2 AB AC BC ↔
      (b1 - a1) * (c2 - a2) - (b2 - a2) * (c1 - a1) ≠ 0 ∧
      0 ≤ AB ∧ AB ^ 2 = (a1 - b1) ^ 2 + (a2 - b2) ^ 2 ∧
      0 ≤ AC ∧ AC ^ 2 = (a1 - c1) ^ 2 + (a2 - c2) ^ 2 ∧
      0 ≤ BC ∧ BC ^ 2 = (b1 - c1) ^ 2 + (b2 - c2) ^ 2) :
    (∃ a1 a2 b1 b2 c1 c2 AC BC : ℤ,
      valid a1 a2 b1 b2 c1 c2 putnam_2010_b2_solution AC BC) ∧
    (∀ a1 a2 b1 b2 c1 c2 AB AC BC : ℤ,
      valid a1 a2 b1 b2 c1 c2 AB AC BC → putnam_2010_b2_solution ≤ AB) :=
  sorry
