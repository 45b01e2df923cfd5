(* problem=absurd_locale verdict=statement_changed by=audit:statement *)
context
  assumes one: "f 1 = 1"
begin

by (rule one)
