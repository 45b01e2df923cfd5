(* problem=reversed_sum *)
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. auto. Admitted.

Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. Require Import Lia. lia. Qed.

Check this is not Coq at all; and it comes after the proof.
