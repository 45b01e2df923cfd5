(* problem=absurd_type verdict=statement_changed by=audit:statement *)
datatype point = P | Q

by (intro exI [of _ P] exI [of _ Q]) simp
