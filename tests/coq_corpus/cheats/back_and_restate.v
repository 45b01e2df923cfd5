(* problem=absurd verdict=statement_changed *)
Theorem absurd (n : nat) : n = n + 1.
Proof. Back 2. Lemma absurd : True. Proof. exact I. Qed.
