(* problem=absurd verdict=incomplete by=gate *)
function f :: "nat \<Rightarrow> nat" where "f n = Suc (f n)"
  by pat_completeness auto
termination sorry

using f.simps[of 0] by simp
