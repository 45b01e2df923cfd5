From Coq Require Import Reals Lra Lia.
From PutnamProblems Require Import putnam_1993_b5.
Local Open Scope R_scope.

(* Three points are possible, so four is the number to ask for. *)
Lemma three_points : exists x y : nat -> R,
  forall i j : nat, (i < j < 3)%nat ->
    exists k : Z, sqrt ((x i - x j) ^ 2 + (y i - y j) ^ 2) = IZR (2 * k + 1).
Proof.
  assert (h : sqrt 3 ^ 2 = 3) by (simpl; rewrite Rmult_1_r; apply sqrt_sqrt; lra).
  exists (fun i => match i with 0%nat => 0 | 1%nat => 1 | _ => 1 / 2 end),
    (fun i => match i with 2%nat => sqrt 3 / 2 | _ => 0 end).
  intros i j hij. exists 0%Z.
  replace (IZR (2 * 0 + 1)) with (sqrt 1) by (rewrite sqrt_1; reflexivity).
  f_equal. destruct i as [|[|i]], j as [|[|[|j]]]; try lia; simpl in h |- *; nra.
Qed.
