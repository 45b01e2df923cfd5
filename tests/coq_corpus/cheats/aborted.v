(* problem=absurd verdict=incomplete *)
Proof. Abort.
