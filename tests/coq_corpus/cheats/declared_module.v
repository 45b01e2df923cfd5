(* problem=absurd verdict=bad_axiom *)
Module Type T. Axiom magic : False. End T.
Declare Module M : T.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct M.magic. Qed.
