(* problem=absurd verdict=bad_axiom *)
Require Import Coq.Compat.AdmitAxiom.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct proof_admitted. Qed.
