(* problem=absurd_fixed verdict=statement_changed by=audit:statement *)
theorem absurd_fixed:
  fixes x :: nat
  shows "x < 3 \<or> True"
  by simp
