(* problem=absurd verdict=incomplete *)
Proof. induction n. Qed.
