(* problem=absurd verdict=compile_error by=gate *)
by simp (* x
