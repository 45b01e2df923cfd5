(* problem=absurd verdict=bad_axiom *)
Axiom magic : False.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
