(* problem=absurd verdict=compile_error by=build *)
datatype one = One
instantiation one :: plus
begin
definition plus_one :: "one \<Rightarrow> one \<Rightarrow> one" where "plus_one a b = One"

by simp
