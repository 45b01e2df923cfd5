(* problem=absurd verdict=statement_changed *)
Theorem absurd (n : nat) (h : n = n + 1) : n = n + 1.
Proof. exact h. Qed.
