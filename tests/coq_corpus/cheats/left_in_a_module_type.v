(* problem=absurd verdict=statement_changed *)
Module Type T.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
