(* problem=absurd verdict=compile_error by=build *)
by sat
