(* problem=comm *)
theorem my_theorem:
  fixes a b :: nat
  shows "a + b = b + a"
  by simp
