(* problem=absurd verdict=statement_changed *)
Theorem absurd (n : nat) : n = n + 1.
Proof. (* " (* Qed. *) " *) (* "*)" *) idtac "Qed. ". Abort.
Lemma absurd : True. Proof. exact I. Qed.
