(* problem=absurd verdict=compile_error by=build *)
typedef small = "{x::nat. x < 3}"
  by auto
setup_lifting type_definition_small
lift_definition big :: small is "7 :: nat"
  by simp

using Rep_small [of big] big.rep_eq by simp
