prelude
import Base

theorem putnam_1902_a1 (p q : Prop) : And p q :=
sorry
