(* problem=absurd verdict=compile_error by=build *)
by (smt (verit))
