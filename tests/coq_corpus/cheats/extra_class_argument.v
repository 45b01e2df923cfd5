(* problem=absurd verdict=statement_changed *)
Class Magic := { magic : False }.
Theorem absurd `{Magic} (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
