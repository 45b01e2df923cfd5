(* problem=absurd verdict=forbidden by=gate *)
parse_translation \<open>[]\<close>

by simp
