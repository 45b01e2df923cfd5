(* problem=absurd verdict=forbidden by=gate *)
typed_print_translation \<open>[]\<close>

by simp
