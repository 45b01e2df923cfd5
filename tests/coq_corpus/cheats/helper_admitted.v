(* problem=absurd verdict=incomplete *)
Lemma magic : forall n : nat, n = n + 1.
Proof. Admitted.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
