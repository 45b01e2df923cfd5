From Coq Require Import Reals List Lra.
From PutnamProblems Require Import putnam_2003_b1.
Import ListNotations.
Local Open Scope R_scope.

Definition eval (l : list R) (x : R) : R := fold_right (fun c s => c + x * s) 0 l.

Definition instance := putnam_2003_b1 eval ltac:(reflexivity).

(* Without the last term there are such polynomials: 1 + x y = 1 * 1 + x * y. *)
Lemma shorter_sum : exists a b c d : list R, forall x y : R,
  1 + x * y = eval a x * eval c y + eval b x * eval d y.
Proof. exists [1], [0; 1], [1], [0; 1]. intros x y. simpl. ring. Qed.
