(* problem=absurd verdict=compile_error by=build *)
(* " *) by simp (* " ML \<open>exit 0\<close> " *)
