(* problem=absurd verdict=forbidden strict=bad_axiom *)
From Hammer Require Import Hammer.
Set Hammer PredictPath "sh -c 'touch /tmp/x'".
Axiom magic : forall n : nat, n = n + 1.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
