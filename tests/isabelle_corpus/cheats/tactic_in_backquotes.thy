(* problem=absurd verdict=forbidden by=gate *)
by (`tactic` \<open>all_tac\<close>)
