(* problem=absurd verdict=forbidden by=gate *)
by (Pure.tactic \<open>all_tac\<close>)
