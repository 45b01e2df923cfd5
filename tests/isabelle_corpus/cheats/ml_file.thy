(* problem=absurd verdict=forbidden by=gate *)
ML_file \<open>cheat.ML\<close>

by simp
