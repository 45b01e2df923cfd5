(* problem=comm *)
theorem comm:
  fixes m n :: nat
  shows "m + n = n + m"
  by simp
