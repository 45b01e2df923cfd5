(* problem=absurd verdict=statement_changed by=audit:statement *)
theorem absurd: "(2::nat) + 2 = 4"
  by simp
