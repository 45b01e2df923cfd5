(* problem=comm *)
theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  oops

theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  by simp
