(* problem=comm *)
function half :: "nat \<Rightarrow> nat" where
  "half n = (if n < 2 then 0 else Suc (half (n - 2)))"
  by pat_completeness auto
termination by (relation "measure id") auto

lemma half_four: "half 4 = 2"
  by (simp add: half.simps)

by simp
