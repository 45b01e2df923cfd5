(* problem=no_end *)
by simp
