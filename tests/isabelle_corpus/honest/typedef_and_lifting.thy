(* problem=comm *)
typedef small = "{n::nat. n < 3}"
  by (rule exI [of _ 0]) simp

setup_lifting type_definition_small

lift_definition small_zero :: small is 0
  by simp

lemma small_zero_is: "Rep_small small_zero = 0"
  by (rule small_zero.rep_eq)

by simp
