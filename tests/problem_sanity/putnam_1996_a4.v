From Coq Require Import Reals List.
From PutnamProblems Require Import putnam_1996_a4.

(* Three elements on a circle, with one of the two orientations. *)
Inductive three := p | q | r.

Definition S (a b c : three) : Prop :=
  match a, b, c with
  | p, q, r | q, r, p | r, p, q => True
  | _, _, _ => False
  end.

Definition instance :=
  putnam_1996_a4 three
    ltac:(exists (p :: q :: r :: nil); intros []; simpl; auto)
    S
    ltac:(intros [] [] []; simpl; intuition discriminate)
    ltac:(intros [] [] []; simpl; tauto)
    ltac:(intros [] [] []; simpl; intuition congruence)
    ltac:(intros [] [] [] []; simpl; tauto).
