From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1995_a1.
Local Open Scope R_scope.

(* S = {1, -1}, and only T = {1} is closed. *)
Definition instance :=
  putnam_1995_a1 (fun x => x = 1 \/ x = -1) (fun x => x = 1) (fun x => x = -1)
    ltac:(intros a b [-> | ->] [-> | ->]; lra)
    ltac:(intros x [-> H]; lra)
    ltac:(intros x; reflexivity)
    ltac:(intros a b c -> -> ->; lra)
    ltac:(intros a b c -> -> ->; lra).

Lemma one_of_them_is_not_closed : ~ forall a b, a = -1 -> b = -1 -> a * b = -1.
Proof. intro H. specialize (H (-1) (-1) eq_refl eq_refl). lra. Qed.
