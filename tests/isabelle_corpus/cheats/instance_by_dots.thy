(* problem=absurd_fixed verdict=compile_error by=build *)
class single =
  assumes single: "(x::'a) = y"
instance nat :: single ..

by (metis single less_numeral_extra(1))
