(* problem=absurd verdict=forbidden strict=bad_axiom *)
Require Import Hurkens.
#[bypass_check(universes)] Definition magic : False := TypeNeqSmallType.paradox Type eq_refl.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct magic. Qed.
