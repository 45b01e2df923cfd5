prelude
import Base

open Classical

theorem putnam_1901_b3 (p q : Prop) (h : Iff p q) (f : Prop → Prop) : f p → f q :=
sorry
