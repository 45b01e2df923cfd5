(* problem=absurd verdict=bad_axiom *)
Module Type T. Parameter magic : forall n : nat, n = n + 1. End T.
Module Inner. Axiom magic : forall n : nat, n = n + 1. End Inner.
Module M : T := Inner.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply M.magic. Qed.
