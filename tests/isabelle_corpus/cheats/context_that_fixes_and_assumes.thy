(* problem=absurd_fixed verdict=compile_error by=build *)
context
  fixes x :: nat
  assumes small: "x < 3"
begin

by (rule small)
