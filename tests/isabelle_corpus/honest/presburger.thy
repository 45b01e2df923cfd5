(* problem=comm *)
by presburger
