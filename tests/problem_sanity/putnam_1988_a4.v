From Coq Require Import Reals Lra Lia.
From PutnamProblems Require Import putnam_1988_a4.
Local Open Scope R_scope.

Definition unavoidable (k : nat) : Prop :=
  forall color : R -> R -> nat, (forall x y : R, (color x y < k)%nat) ->
    exists x y u v : R, sqrt ((x - u) ^ 2 + (y - v) ^ 2) = 1 /\ color x y = color u v.

Definition instance := putnam_1988_a4 unavoidable ltac:(reflexivity).

(* With one color there are such points; two of them are (0, 0) and (1, 0). *)
Lemma one_color : unavoidable 1.
Proof.
  intros color h. exists 1, 0, 0, 0. split.
  - replace ((1 - 0) ^ 2 + (0 - 0) ^ 2) with 1 by ring. exact sqrt_1.
  - pose proof (h 1 0). pose proof (h 0 0). lia.
Qed.
