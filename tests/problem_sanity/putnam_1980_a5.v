From Coq Require Import Reals List Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_1980_a5.
Local Open Scope R_scope.

(* P(t) = 1 + t. *)
Definition instance :=
  putnam_1980_a5 1 (le_n 1) (fun _ => 1) ltac:(lra) (fun t => 1 + t)
    ltac:(intros; simpl; ring).

(* x = 0 is always among the solutions. *)
Lemma zero_is_a_solution (P : R -> R) : RInt (fun t => P t * sin t) 0 0 = 0.
Proof. exact (RInt_point 0 _). Qed.
