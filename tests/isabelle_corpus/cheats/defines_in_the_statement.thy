(* problem=absurd verdict=statement_changed by=audit:statement *)
theorem absurd:
  defines "x \<equiv> (5::nat)"
  shows "x = 5"
  by (simp add: assms)
