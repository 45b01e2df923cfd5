From mathcomp Require Import all_ssreflect all_algebra.
From PutnamProblems Require Import putnam_2017_a4.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

(* Thirty students: each score once, then fifteen times 9 and four times 8. *)
Definition score_of (k : nat) : nat := if (k < 11)%N then k else if (k < 26)%N then 9%N else 8%N.
Definition score (s : 'I_30) : nat := score_of s.

Definition average (A : {set 'I_30}) : rat := (\sum_(s in A) (score s)%:R) / #|A|%:R.

Lemma total : average [set: 'I_30] = 74%:R / 10%:R.
Proof.
  rewrite /average cardsT card_ord big_mkcond (eq_bigr (fun s => (score s)%:R)); last first.
    by move=> s _; rewrite inE.
  by rewrite -natr_sum -(big_mkord xpredT score_of) unlock.
Qed.

Lemma all_scores k : (k <= 10)%N -> exists s : 'I_30, score s = k.
Proof.
  move=> hk; have h : (k < 30)%N by exact: leq_ltn_trans hk _.
  by exists (Ordinal h); rewrite /score /score_of /= ltnS hk.
Qed.

Lemma bound s : (score s <= 10)%N.
Proof. by rewrite /score /score_of; case: ifP => //; case: ifP. Qed.

Definition instance :=
  putnam_2017_a4 _ 15 (card_ord 30) score bound all_scores
    average ltac:(by []) total.
