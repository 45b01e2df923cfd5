(* problem=absurd verdict=bad_axiom *)
Module Type E. End E.
Module F (X : E). Axiom magic : forall n : nat, n = n + 1. End F.
Module Type T. Parameter magic : forall n : nat, n = n + 1. End T.
Module X. End X.
Module M : T := F X.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply M.magic. Qed.
