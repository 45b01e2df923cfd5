(* problem=absurd verdict=forbidden by=gate *)
by (use TrueI in \<open>tactic \<open>all_tac\<close>\<close>)
