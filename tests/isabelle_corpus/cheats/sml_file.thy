(* problem=absurd verdict=forbidden by=gate *)
SML_file \<open>cheat.sml\<close>

by simp
