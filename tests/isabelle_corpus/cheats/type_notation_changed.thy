(* problem=absurd_type verdict=statement_changed by=audit:statement *)
type_alias point = nat

by (intro exI [of _ 0] exI [of _ "Suc 0"]) simp
