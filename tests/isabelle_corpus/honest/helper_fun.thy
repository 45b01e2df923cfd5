(* problem=comm *)
fun plus_two :: "nat \<Rightarrow> nat \<Rightarrow> nat" where
  "plus_two 0 m = m"
| "plus_two (Suc n) m = Suc (plus_two n m)"

lemma plus_two_is: "plus_two n m = n + m"
  by (induct n) auto

by simp
