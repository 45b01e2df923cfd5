(* problem=absurd verdict=bad_axiom *)
Module M. Axiom magic : forall n : nat, n = n + 1. End M.
Include M.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
