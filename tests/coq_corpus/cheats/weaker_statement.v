(* problem=absurd verdict=statement_changed *)
Theorem absurd : exists n : nat, n <> n + 1.
Proof. exists 0. discriminate. Qed.
