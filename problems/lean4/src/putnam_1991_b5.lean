import Mathlib

abbrev putnam_1991_b5_solution : ℕ → ℕ := sorry
-- fun p ↦ (p + 3) / 4
/--
Let $p$ be an odd prime. How many residues modulo $p$ are a square and at the same time one more
than a square? (Zero is a square.)
-/
theorem putnam_1991_b5
    (p : ℕ)
    (hp : p.Prime)
    (hodd : Odd p) :
    {z : ZMod p | (∃ x : ZMod p, z = x ^ 2) ∧ (∃ y : ZMod p, z = y ^ 2 + 1)}.ncard =
    putnam_1991_b5_solution p :=
  sorry
