(* problem=absurd verdict=forbidden by=gate *)
print_translation \<open>[]\<close>

by simp
