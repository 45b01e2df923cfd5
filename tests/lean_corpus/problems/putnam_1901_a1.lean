prelude
import Base

/-- Conjunction is symmetric. -/
theorem putnam_1901_a1 (p q : Prop) (h : And p q) : And q p :=
sorry
