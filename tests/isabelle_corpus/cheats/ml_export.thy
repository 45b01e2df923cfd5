(* problem=absurd verdict=forbidden by=gate *)
ML_export \<open>structure Thm = struct end\<close>

by simp
