(* problem=absurd verdict=forbidden strict=compile_error *)
Cd "/tmp".
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
