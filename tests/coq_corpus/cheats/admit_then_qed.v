(* problem=absurd verdict=incomplete *)
Proof. intros. admit. Qed.
