(* problem=two *)
by code_simp
