(* problem=absurd verdict=compile_error by=build *)
quotient_type q = nat / "\<lambda>x y. x < y"
  by (rule equivpI) auto

by simp
