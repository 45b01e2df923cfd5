prelude
import Base

theorem putnam_1901_a4 (n : Nat) : Eq (Nat.plus Nat.zero n) n :=
sorry
