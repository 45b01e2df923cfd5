prelude
import Base

universe u

noncomputable abbrev putnam_1902_b1_solution : Nat → Prop := sorry
-- fun n => Eq n Nat.zero
theorem putnam_1902_b1 (n : Nat) : Iff (Eq (Nat.succ n) Nat.zero) (putnam_1902_b1_solution n) :=
sorry
