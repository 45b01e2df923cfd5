From mathcomp Require Import all_ssreflect all_algebra.
From PutnamProblems Require Import Sanity putnam_1991_b5.
Import GRing.Theory.
Local Open Scope ring_scope.

Definition statement (s : nat -> nat) : Prop :=
  ltac:(with_solution putnam_1991_b5 putnam_1991_b5_solution s).

Definition instance := putnam_1991_b5 7 ltac:(by []) ltac:(by []).

(* Modulo 3, 5, 7, 11: {1}, {0, 1}, {1, 2}, {1, 4, 5}. *)
Lemma values : (map putnam_1991_b5_solution [:: 3; 5; 7; 11] = [:: 1; 2; 2; 3])%N.
Proof. by []. Qed.

Lemma wrong_solution : ~ statement (fun p => (p - 3)%N).
Proof.
  move=> H; have := H 3%N ltac:(by []) ltac:(by []).
  rewrite subnn => /eqP; rewrite cards_eq0 => /eqP/setP/(_ 1); rewrite !inE => /negP; apply.
  apply/andP; split; apply/existsP; first by exists 1; rewrite expr1n.
  by exists 0; rewrite expr0n add0r.
Qed.
