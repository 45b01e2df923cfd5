From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_1977_a4.
Local Open Scope R_scope.

Definition eval (x : R) : list R -> R := fold_right (fun c s => c + x * s) 0.

Definition instance :=
  putnam_1977_a4 (1 / 2) ltac:(lra) (eval (1 / 2)) ltac:(reflexivity).

Lemma solution_read : forall x : R, x <> 1 ->
  eval x (fst putnam_1977_a4_solution) / eval x (snd putnam_1977_a4_solution) = x / (1 - x).
Proof. intros x hx. simpl. field. lra. Qed.

(* The partial sums at 1/2 approach 1: the first three give 1 - 1/255. *)
Lemma partial_sum :
  sum_f_R0 (fun n => (1 / 2) ^ (2 ^ n) / (1 - (1 / 2) ^ (2 ^ (n + 1)))) 2 = 1 - 1 / 255.
Proof. simpl. field. Qed.
