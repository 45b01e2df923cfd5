(* problem=absurd verdict=forbidden by=gate *)
SML_export \<open>val it = ref 0\<close>

by simp
