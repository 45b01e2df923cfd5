(* problem=absurd verdict=forbidden by=gate *)
parse_ast_translation \<open>[]\<close>

by simp
