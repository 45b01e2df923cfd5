(* problem=absurd verdict=compile_error by=build *)
(* \<open> *) by simp (* \<close> ML \<open>exit 0\<close> *)
