(* problem=absurd verdict=compile_error by=build *)
schematic_goal absurd: "?n + 2 = (5::nat)"
  by (rule refl)
