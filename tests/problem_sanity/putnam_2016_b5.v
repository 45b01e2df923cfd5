From Coq Require Import Reals Lra.
From PutnamProblems Require Import Sanity putnam_2016_b5.
Local Open Scope R_scope.

Definition statement (s : (R -> R) -> Prop) : Prop :=
  ltac:(with_solution putnam_2016_b5 putnam_2016_b5_solution s).

Definition has_the_property (f : R -> R) : Prop :=
  (forall x : R, 1 < x -> 1 < f x) /\
  (forall x y : R, 1 < x -> 1 < y -> x ^ 2 <= y <= x ^ 3 -> f x ^ 2 <= f y <= f x ^ 3).

Lemma identity_has_it : has_the_property (fun x => x).
Proof. split; intros; assumption. Qed.

Lemma identity_is_in_the_solution : putnam_2016_b5_solution (fun x => x).
Proof. exists 1. split; [lra|]. intros x hx. rewrite Rpower_1; lra. Qed.

(* x + 1 does not have it: 2^2 = 4, but 3^2 > 5. *)
Lemma successor_has_it_not : ~ has_the_property (fun x => x + 1).
Proof. intros [_ h]. specialize (h 2 4). lra. Qed.

Lemma wrong_solution : ~ statement (fun f => forall x : R, 1 < x -> f x = x ^ 2).
Proof. intro H. pose proof (proj1 (H (fun x => x)) identity_has_it 2). simpl in *. lra. Qed.
