(* problem=absurd verdict=statement_changed|compile_error by=audit:statement *)
type_synonym nat = "unit"

by simp
