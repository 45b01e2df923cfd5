(* problem=comm *)
by (metis add.commute)
