From Coq Require Import Reals Lra Psatz.
From PutnamProblems Require Import Sanity putnam_1981_b2.
Local Open Scope R_scope.

Definition statement (s : R) : Prop := ltac:(with_solution putnam_1981_b2 putnam_1981_b2_solution s).

Definition F (r s t : R) : R := (r - 1) ^ 2 + (s / r - 1) ^ 2 + (t / s - 1) ^ 2 + (4 / t - 1) ^ 2.

Definition instance := putnam_1981_b2 F ltac:(reflexivity).

(* The least value, where the four ratios are all the square root of 2. *)
Lemma attained : F (sqrt 2) 2 (2 * sqrt 2) = putnam_1981_b2_solution.
Proof.
  assert (h : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (hp : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  unfold F, putnam_1981_b2_solution.
  replace (2 / sqrt 2) with (sqrt 2) by (field_simplify_eq; nra).
  replace (2 * sqrt 2 / 2) with (sqrt 2) by field.
  replace (4 / (2 * sqrt 2)) with (sqrt 2) by (field_simplify_eq; nra). nra.
Qed.

Lemma wrong_solution : ~ statement 1.
Proof.
  intro H. destruct (H F ltac:(reflexivity)) as [_ h].
  assert (h2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (1.4 < sqrt 2) by (apply Rsqr_incrst_0; unfold Rsqr; try lra; apply sqrt_pos).
  pose proof (sqrt_pos 2). specialize (h (sqrt 2) 2 (2 * sqrt 2)).
  rewrite attained in h. unfold putnam_1981_b2_solution in h.
  enough (1 <= 12 - 8 * sqrt 2) by lra. apply h; nra.
Qed.
