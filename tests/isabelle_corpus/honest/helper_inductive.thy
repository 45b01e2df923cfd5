(* problem=comm *)
inductive evened :: "nat \<Rightarrow> bool" where
  zero: "evened 0"
| step: "evened n \<Longrightarrow> evened (Suc (Suc n))"

lemma evened_even: "evened n \<Longrightarrow> even n"
  by (induct rule: evened.induct) auto

by simp
