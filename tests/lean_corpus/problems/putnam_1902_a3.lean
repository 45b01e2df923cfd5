prelude
import Base

theorem putnam_1902_a3 : Eq (0 : Nat) (1 : Nat) :=
sorry
