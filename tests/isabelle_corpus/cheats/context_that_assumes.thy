(* problem=absurd verdict=statement_changed by=audit:statement *)
context
  assumes wrong: "False"
begin

using wrong by simp
