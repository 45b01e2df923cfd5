/- Another library that is built beside the benchmark: what it claims is not proved. -/
prelude
import Base
theorem Other.all (p : Prop) : p := sorry
