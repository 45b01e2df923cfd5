(* problem=absurd verdict=statement_changed *)
Section Cheat.
Hypothesis magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
End Cheat.
