(* problem=absurd verdict=statement_changed by=audit:statement *)
definition five :: "nat \<Rightarrow> nat \<Rightarrow> nat" where "five x y = 5"
bundle cheat
begin
no_notation plus (infixl "+" 65)
notation five (infixl "+" 65)
end
unbundle cheat

unfolding five_def by simp
