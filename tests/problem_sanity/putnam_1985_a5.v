From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_1985_a5.
Import ListNotations.
Local Open Scope R_scope.

Definition statement (s : list nat) : Prop :=
  ltac:(with_solution putnam_1985_a5 putnam_1985_a5_solution s).

Definition I (m : nat) : R :=
  RInt (fun x => fold_right Rmult 1 (map (fun k => cos (INR k * x)) (seq 1 m))) 0 (2 * PI).

Definition instance := putnam_1985_a5 I ltac:(reflexivity).

Lemma first_integral : I 1 = 0.
Proof.
  unfold I. rewrite (RInt_ext _ cos) by (intros; simpl; rewrite Rmult_1_r, Rmult_1_l; reflexivity).
  apply is_RInt_unique. replace 0 with (minus (sin (2 * PI)) (sin 0)) at 2.
  - apply (is_RInt_derive sin cos); intros x _; [apply is_derive_sin|apply continuous_cos].
  - rewrite sin_2PI, sin_0. unfold minus, plus, opp; simpl. ring.
Qed.

(* No m is missing or added by accident: with 1 in the list the statement is false. *)
Lemma wrong_solution : ~ statement [1; 3; 4; 7; 8]%nat.
Proof.
  intro H. destruct (proj2 (H I ltac:(reflexivity) 1%nat) ltac:(simpl; auto)) as [_ h].
  exact (h first_integral).
Qed.

Lemma wrong_range : ~ statement [3; 4; 7; 8; 11]%nat.
Proof. intro H. destruct (proj2 (H I ltac:(reflexivity) 11%nat) ltac:(simpl; tauto)). lia. Qed.
