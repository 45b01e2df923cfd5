(* problem=absurd_fixed verdict=statement_changed by=audit:statement *)
theorem absurd_fixed:
  fixes x :: nat
  assumes "x < 2"
  shows "x < 3"
  using assms by simp
