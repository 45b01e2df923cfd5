(* problem=absurd verdict=forbidden by=gate *)
generate_file "cheat.ML" = \<open>val x = 1\<close>

by simp
