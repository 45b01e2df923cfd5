(* problem=absurd verdict=bad_axiom *)
Module M.
  Lemma magic : forall n : nat, n = n + 1.
  Proof. Admitted.
End M.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply M.magic. Qed.
