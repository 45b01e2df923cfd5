prelude
import Base

theorem putnam_1901_a2
    (p q : Prop) :
    Iff (Or p q) (Or q p) :=
sorry
