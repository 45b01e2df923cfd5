(* problem=absurd verdict=statement_changed *)
Module Other.
Theorem absurd (n : nat) : n = n + 1.
Proof. admit. Abort.
Theorem absurd : True.
Proof. exact I. Qed.
End Other.
