import Mathlib

-- The solution lists all such triples.

noncomputable abbrev putnam_1986_b2_solution : List (ℂ × ℂ × ℂ) := sorry
-- [(0, 0, 0), (0, -1, 1), (1, 0, -1), (-1, 1, 0)]
/--
Complex numbers $x, y, z$ are such that the three numbers $x(x-1) + 2yz$, $y(y-1) + 2zx$ and
$z(z-1) + 2xy$ are equal. Determine all values that the triple $(x-y, y-z, z-x)$ can have; there
are only finitely many.
-/
theorem putnam_1986_b2
    (T : ℂ × ℂ × ℂ) :
    (∃ x y z : ℂ,
      x * (x - 1) + 2 * y * z = y * (y - 1) + 2 * z * x ∧
      y * (y - 1) + 2 * z * x = z * (z - 1) + 2 * x * y ∧
      T = (x - y, y - z, z - x)) ↔
    T ∈ putnam_1986_b2_solution :=
  sorry
