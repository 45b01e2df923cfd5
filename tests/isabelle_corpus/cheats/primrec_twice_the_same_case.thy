(* problem=absurd verdict=compile_error by=build *)
primrec f :: "nat \<Rightarrow> nat" where "f 0 = 1" | "f 0 = 2"

using f.simps by simp
