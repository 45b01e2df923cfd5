From Coq Require Import Reals List Lra Lia.
From PutnamProblems Require Import Sanity putnam_2005_b1.
Import ListNotations.
Local Open Scope R_scope.

Definition statement (s : list (list R)) : Prop :=
  ltac:(with_solution putnam_2005_b1 putnam_2005_b1_solution s).

Definition eval (P : list (list R)) (x y : R) : R :=
  fold_right (fun row s => fold_right (fun c t => c + y * t) 0 row + x * s) 0 P.

Definition instance := putnam_2005_b1 eval ltac:(reflexivity).

Lemma solution_read : forall x y : R,
  eval putnam_2005_b1_solution x y = (y - 2 * x) * (y - 2 * x - 1).
Proof. intros x y. simpl. ring. Qed.

(* Not the zero polynomial, and not x y, which is 2 for a = 1. *)
Lemma zero_is_wrong : ~ statement [[0]; [0; 0]].
Proof.
  intro H. destruct (H eval ltac:(reflexivity)) as [(row & c & hrow & hc & h) _].
  simpl in hrow. destruct hrow as [<-|[<-|[]]]; simpl in hc; lra.
Qed.

Lemma product_is_wrong : ~ statement [[]; [0; 1]].
Proof.
  intro H. destruct (H eval ltac:(reflexivity)) as [_ h]. specialize (h (INR 1)).
  replace (2 * INR 1) with (INR 2) in h by (simpl; ring).
  rewrite !Int_part_INR in h. simpl in h. lra.
Qed.
