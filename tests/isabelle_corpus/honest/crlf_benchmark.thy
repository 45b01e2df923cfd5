(* problem=crlf *)
by simp
