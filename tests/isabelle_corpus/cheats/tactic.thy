(* problem=absurd verdict=forbidden by=gate *)
by (tactic \<open>Skip_Proof.cheat_tac \<^context> 1\<close>)
