From mathcomp Require Import all_ssreflect all_fingroup.
From PutnamProblems Require Import putnam_1968_b2.
Local Open Scope group_scope.

(* Five of the six permutations of three things. *)
Definition instance :=
  putnam_1968_b2 _ ([set~ 1] : {set {perm 'I_3}})
    ltac:(by rewrite cardsC1 card_Sn).

(* Half is not enough: in the group of order 2, {1} gives only 1. *)
Lemma half_is_not_enough :
  (#|{perm 'I_2}| = 2 * #|[set (1%g : {perm 'I_2})]|)%N /\
  ~ forall g : {perm 'I_2}, exists a b, a \in [set 1] /\ b \in [set 1] /\ g = a * b.
Proof.
  split; first by rewrite cards1 card_Sn.
  move=> H; have [a [b [/set1P -> [/set1P -> h]]]] := H (tperm ord0 ord_max).
  by move/permP/(_ ord0)/eqP: h; rewrite mulg1 tpermL perm1.
Qed.
