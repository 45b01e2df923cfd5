(* problem=absurd_fixed verdict=compile_error by=build *)
definition zero_of :: "nat \<Rightarrow> nat" where "zero_of n = 0"
declare [[coercion_enabled]] [[coercion zero_of]]

by simp
