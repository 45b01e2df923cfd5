(* problem=comm *)
by simp
