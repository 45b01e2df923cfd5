prelude
import Base

noncomputable abbrev putnam_1901_b1_solution : Nat := sorry
-- Nat.succ (Nat.succ Nat.zero)
/-- What is one and one? -/
theorem putnam_1901_b1 :
    Eq (Nat.plus (Nat.succ Nat.zero) (Nat.succ Nat.zero)) putnam_1901_b1_solution :=
sorry
