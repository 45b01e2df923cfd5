From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_2018_a5.
Local Open Scope R_scope.

(* The square; its first derivative is negative at negative numbers. *)
Lemma smooth : forall (n : nat) (x : R), ex_derive_n (fun x => x ^ 2) n x.
Proof. intros n x. apply ex_derive_n_pow. Qed.

Definition instance := putnam_2018_a5 (fun x => x ^ 2) smooth ltac:(cbv beta; ring) ltac:(cbv beta; ring)
  ltac:(intro x; apply pow2_ge_0).

Lemma derivative : Derive_n (fun x => x ^ 2) 1 (-1) < 0.
Proof.
  simpl. erewrite is_derive_unique; [|auto_derive; [exact I|reflexivity]]. lra.
Qed.
