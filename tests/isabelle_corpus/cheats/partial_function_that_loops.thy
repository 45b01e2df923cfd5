(* problem=absurd verdict=compile_error by=build *)
partial_function (tailrec) g :: "nat \<Rightarrow> nat" where "g n = Suc (g n)"

using g.simps [of 0] by simp
