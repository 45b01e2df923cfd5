(* problem=absurd verdict=forbidden strict=bad_axiom *)
Time Redirect "assumed" Print nat.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
