(* problem=absurd_fixed verdict=statement_changed by=audit:statement *)
theorem absurd_fixed:
  fixes x :: bool
  shows "x < 3"
  by simp
