(* problem=absurd verdict=forbidden by=gate *)
ML \<open>Options.put_default "skip_proofs" "true"\<close>

by simp
