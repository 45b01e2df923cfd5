(* problem=absurd verdict=incomplete *)
Proof. give_up. Qed.
