(* problem=absurd verdict=bad_axiom *)
Module Type T. Axiom magic : forall n : nat, n = n + 1. End T.
Module M. Include T. End M.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply M.magic. Qed.
