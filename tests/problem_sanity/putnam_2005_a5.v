From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_2005_a5.
Local Open Scope R_scope.

(* The integrand lies between 0 and ln 2 on [0, 1], and so does the solution. *)
Lemma integrand_in_range : forall x : R, 0 <= x <= 1 -> 0 <= ln (x + 1) / (x ^ 2 + 1) <= ln 2.
Proof.
  intros x hx. assert (h0 : 0 <= ln (x + 1)).
  { rewrite <- ln_1. destruct (Req_dec x 0) as [->|]; [right; f_equal; ring|].
    left; apply ln_increasing; lra. }
  assert (h1 : ln (x + 1) <= ln 2).
  { destruct (Req_dec x 1) as [->|]; [right; f_equal; ring|]. left; apply ln_increasing; lra. }
  split; [apply Rmult_le_pos; [exact h0|left; apply Rinv_0_lt_compat; nra]|].
  apply Rmult_le_reg_r with (x ^ 2 + 1); [nra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by nra. nra.
Qed.

Lemma solution_in_range : 0 < putnam_2005_a5_solution < ln 2.
Proof.
  unfold putnam_2005_a5_solution. pose proof PI_RGT_0. pose proof PI_4.
  assert (0 < ln 2) by (rewrite <- ln_1; apply ln_increasing; lra). nra.
Qed.
