(* problem=absurd verdict=compile_error by=gate *)
by ("t\097ctic" \<open>all_tac\<close>)
