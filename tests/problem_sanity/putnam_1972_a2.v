From Coq Require Import ZArith Lia.
From PutnamProblems Require Import putnam_1972_a2.
Local Open Scope Z_scope.

(* The hypotheses of the first part hold somewhere, and somewhere fail. *)
Definition instance :=
  proj1 putnam_1972_a2 Z (fun x y => - x - y) ltac:(intros; cbv beta; lia) ltac:(intros; cbv beta; lia).

Lemma not_every_operation : ~ forall x y : Z, x + (x + y) = y.
Proof. intro H. specialize (H 1 0). lia. Qed.
