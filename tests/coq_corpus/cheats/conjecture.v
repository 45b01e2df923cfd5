(* problem=absurd verdict=bad_axiom *)
Conjecture magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact (magic n). Qed.
