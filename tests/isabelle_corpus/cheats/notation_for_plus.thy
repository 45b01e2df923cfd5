(* problem=absurd verdict=statement_changed by=audit:statement *)
no_notation plus (infixl "+" 65)
definition top :: "nat \<Rightarrow> nat \<Rightarrow> nat" (infixl "+" 65) where "top x y = 5"

unfolding top_def by simp
