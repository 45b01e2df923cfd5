(* problem=absurd verdict=bad_axiom *)
Module Cand.
  Axiom magic : forall n : nat, n = n + 1.
End Cand.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply Cand.magic. Qed.
