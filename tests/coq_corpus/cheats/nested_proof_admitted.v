(* problem=absurd verdict=bad_axiom *)
Set Nested Proofs Allowed.
Theorem absurd (n : nat) : n = n + 1.
Proof.
  Lemma inner : forall n : nat, n = n + 1.
  Proof. Admitted.
  apply inner.
Qed.
