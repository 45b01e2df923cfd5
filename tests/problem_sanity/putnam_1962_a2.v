From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_1962_a2.
Local Open Scope R_scope.

Definition statement (s : (R -> Prop) -> (R -> R) -> Prop) : Prop :=
  ltac:(with_solution putnam_1962_a2 putnam_1962_a2_solution s).

(* The constant 1 on [0, 1]. *)
Definition instance :=
  putnam_1962_a2 (fun x => 0 <= x <= 1) ltac:(intros; lra) ltac:(lra) ltac:(intros; lra)
    ltac:(exists 1; lra) (fun _ => 1) ltac:(intros; lra).

Lemma constant_has_the_property : forall x : R, 0 <= x <= 1 -> 0 < x ->
  ex_RInt (fun _ => 1) 0 x /\ RInt (fun _ => 1) 0 x / x = sqrt (1 * 1).
Proof.
  intros x _ hx. split; [apply ex_RInt_const|].
  rewrite RInt_const, Rmult_1_l, sqrt_1. unfold scal; simpl; unfold mult; simpl. field. lra.
Qed.

Lemma constant_is_in_the_solution : putnam_1962_a2_solution (fun x => 0 <= x <= 1) (fun _ => 1).
Proof. exists 1, 0. split; [lra|]. intros x _. split; [lra|field]. Qed.

(* With c > 0 on the half-open interval up to 1 / c. *)
Lemma pole_is_in_the_solution :
  putnam_1962_a2_solution (fun x => 0 <= x < 1 / 2) (fun x => 3 / (1 - 2 * x) ^ 2).
Proof. exists 3, 2. split; [lra|]. intros x hx. split; [lra|reflexivity]. Qed.

Lemma wrong_solution : ~ statement (fun D f => exists a : R, forall x : R, D x -> f x = a + x).
Proof.
  intro H.
  destruct (proj1 (H (fun x => 0 <= x <= 1) ltac:(intros; lra) ltac:(lra) ltac:(intros; lra)
    ltac:(exists 1; lra) (fun _ => 1) ltac:(intros; lra)) constant_has_the_property) as [a ha].
  pose proof (ha 0 ltac:(lra)). pose proof (ha 1 ltac:(lra)). simpl in *. lra.
Qed.
