(* problem=absurd verdict=forbidden strict=bad_axiom *)
Require Import Hurkens.
Global Unset Universe Checking.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (TypeNeqSmallType.paradox Type eq_refl). Qed.
