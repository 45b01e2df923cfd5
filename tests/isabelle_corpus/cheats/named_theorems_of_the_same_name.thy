(* problem=absurd verdict=compile_error by=build *)
named_theorems absurd
declare TrueI [absurd]

by (rule absurd)
