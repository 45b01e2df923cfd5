(* problem=absurd verdict=forbidden by=gate *)
by (raw_tactic \<open>Skip_Proof.cheat_tac \<^context> 1\<close>)
