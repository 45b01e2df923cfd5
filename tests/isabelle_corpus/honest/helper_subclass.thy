(* problem=comm *)
class bounded_by_zero = ord + zero +
  assumes zero_below: "0 \<le> x"

class with_floor = ord + zero +
  assumes floor_below: "0 \<le> x"
begin

subclass bounded_by_zero
  by standard (rule floor_below)

end

instance nat :: with_floor
  by standard simp

by simp
