(* problem=absurd verdict=bad_axiom *)
Axiom α' : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply α'. Qed.
