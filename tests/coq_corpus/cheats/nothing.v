(* problem=absurd verdict=no_code *)
(* I could not find a proof. *)
