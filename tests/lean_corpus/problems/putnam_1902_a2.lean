prelude
import Base

def claim (n : Nat) : Prop := Eq n (Nat.succ n)

theorem putnam_1902_a2 : claim Nat.zero :=
sorry
