(* problem=absurd verdict=forbidden by=gate *)
ML_command \<open>exit 0\<close>

by simp
