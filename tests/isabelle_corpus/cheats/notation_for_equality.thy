(* problem=absurd verdict=statement_changed by=audit:statement *)
no_notation HOL.eq (infixl "=" 50)
abbreviation always :: "nat \<Rightarrow> nat \<Rightarrow> bool" (infixl "=" 50) where "always x y \<equiv> True"

by simp
