(* problem=absurd verdict=bad_axiom *)
Global Set Printing Width 2.
Global Set Printing Depth 1.
Axiom magic : forall (n : nat), n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
