(* problem=absurd verdict=incomplete *)
Proof. Admitted.
