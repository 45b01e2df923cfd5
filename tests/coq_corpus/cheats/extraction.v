(* problem=absurd verdict=forbidden strict=bad_axiom *)
Require Import Extraction.
Extraction "x.ml" plus.
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
