(* problem=absurd verdict=compile_error by=build *)
function (domintros) f :: "nat \<Rightarrow> nat" where "f n = Suc (f n)"
  by pat_completeness auto

using f.psimps [of 0] f.domintros [of 0] by simp
