From mathcomp Require Import all_ssreflect all_fingroup.
From PutnamProblems Require Import Sanity putnam_1965_a5.

Definition statement (s : nat -> nat) : Prop :=
  ltac:(with_solution putnam_1965_a5 putnam_1965_a5_solution s).

Lemma values : map putnam_1965_a5_solution [:: 1; 2; 3; 4] = [:: 1; 2; 4; 8].
Proof. by []. Qed.

(* The increasing order is one of them. *)
Lemma increasing_order_counts n : 0 < n -> 0 < putnam_1965_a5_solution n.
Proof. by rewrite expn_gt0. Qed.

Lemma wrong_solution : ~ statement (fun n => n - 1).
Proof.
  move=> H; have := H 1 erefl; rewrite subnn => /eqP; rewrite cards_eq0 => /eqP/setP/(_ 1%g).
  by rewrite !inE => /negP; apply; apply/forallP => i; rewrite (ord1 i).
Qed.
