(* problem=absurd verdict=bad_axiom *)
Parameters (f : nat -> nat) (magic : forall n : nat, n = n + 1).
Theorem absurd (n : nat) : n = n + 1.
Proof. exact (magic n). Qed.
