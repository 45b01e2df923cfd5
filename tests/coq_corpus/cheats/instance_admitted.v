(* problem=absurd verdict=incomplete *)
Class Magic := { magic : forall n : nat, n = n + 1 }.
#[global] Instance some : Magic.
Proof. Admitted.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
