(* problem=absurd verdict=statement_changed *)
Module Type T. Axiom magic : forall n : nat, n = n + 1. End T.
Module F (X : T).
Theorem absurd (n : nat) : n = n + 1.
Proof. apply X.magic. Qed.
