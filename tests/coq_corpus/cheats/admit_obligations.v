(* problem=absurd verdict=bad_axiom *)
Require Import Program.
Program Definition magic : forall n : nat, n = n + 1 := _.
Admit Obligations.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
