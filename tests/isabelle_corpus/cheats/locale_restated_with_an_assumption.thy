(* problem=absurd_locale verdict=statement_changed by=audit:statement *)
theorem absurd_locale:
  assumes "f 1 = 1"
  shows "f 1 = 1"
  by (rule assms)
