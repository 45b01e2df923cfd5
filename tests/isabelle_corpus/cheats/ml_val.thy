(* problem=absurd verdict=forbidden by=gate *)
ML_val \<open>exit 0\<close>

by simp
