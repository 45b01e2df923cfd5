(* problem=absurd verdict=statement_changed by=audit:statement *)
theorem absurd [of "(2::nat) + 2 = 5"]: "P \<Longrightarrow> P"
  by simp
