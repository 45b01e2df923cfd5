From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_1979_b2.
Local Open Scope R_scope.

Definition instance := putnam_1979_b2 1 2 ltac:(lra).

(* For a = 1 and b = 2 it is 4 / e, between a and b as a mean should be. *)
Lemma value : putnam_1979_b2_solution 1 2 = 4 / exp 1.
Proof.
  unfold putnam_1979_b2_solution.
  replace (1 / (2 - 1)) with 1 by field. replace 2 with (INR 2) at 2 by (simpl; ring).
  rewrite (Rpower_1 1), Rpower_pow, Rpower_1 by (simpl; lra).
  replace (-1) with (Ropp 1) by lra. rewrite exp_Ropp. simpl. field. apply Rgt_not_eq, exp_pos.
Qed.
