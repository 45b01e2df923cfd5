(* problem=absurd verdict=bad_axiom *)
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. idtac "Closed under the global context". idtac "PBEND 0". apply magic. Qed.
