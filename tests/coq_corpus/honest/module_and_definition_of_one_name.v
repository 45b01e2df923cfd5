(* problem=reversed_sum *)
Require Import Lia.
Module Type swap. Parameter it : forall a b c, a + b + c = c + b + a. End swap.
Record swap := { it : forall a b c, a + b + c = c + b + a }.
Module proof. Lemma it : swap. Proof. constructor. lia. Qed. End proof.
Definition proof := proof.it.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. apply (it proof). Qed.
