(* problem=own_open *)
by simp
