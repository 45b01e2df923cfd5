(* problem=absurd_poly verdict=statement_changed by=audit:statement *)
theorem absurd_poly: "(x::unit) = y"
  by simp
