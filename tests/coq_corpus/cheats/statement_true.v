(* problem=absurd verdict=statement_changed *)
Theorem absurd : True.
Proof. exact I. Qed.
