(* problem=absurd_twice verdict=statement_changed by=audit:statement *)
definition fifteen :: "nat \<Rightarrow> nat" where "fifteen n = 15"
alias twice = fifteen

by (rule fifteen_def)
