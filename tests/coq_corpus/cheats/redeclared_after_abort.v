(* problem=absurd verdict=statement_changed strict=statement_changed *)
Theorem absurd (n : nat) : n = n + 0.
Proof. induction n; simpl; congruence. Qed.
