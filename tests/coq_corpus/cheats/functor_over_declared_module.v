(* problem=absurd verdict=bad_axiom *)
Module Type T. Axiom magic : False. End T.
Module F (X : T). Lemma all : forall P : Prop, P. Proof. destruct X.magic. Qed. End F.
Declare Module M : T.
Module N := F M.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply N.all. Qed.
