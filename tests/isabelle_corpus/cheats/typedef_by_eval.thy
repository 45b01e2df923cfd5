(* problem=two verdict=proved by=build *)
typedef some = "{True, False}"
  by (rule exI [of _ True]) eval

by (metis Rep_some numeral_Bit0 numeral_One one_add_one numeral_plus_numeral)
