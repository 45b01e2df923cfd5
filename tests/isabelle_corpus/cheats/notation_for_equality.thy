(* problem=absurd verdict=statement_changed by=audit:statement *)
no_notation HOL.eq (infix "=" 50)
abbreviation always :: "nat \<Rightarrow> nat \<Rightarrow> bool" (infix "=" 50) where "always x y \<equiv> True"

by simp
