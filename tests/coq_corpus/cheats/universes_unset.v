(* problem=absurd verdict=forbidden strict=bad_axiom *)
Require Import Hurkens.
Unset Universe Checking.
Lemma magic : False.
Proof. exact (TypeNeqSmallType.paradox Type eq_refl). Qed.
Set Universe Checking.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
