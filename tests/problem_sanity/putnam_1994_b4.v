From mathcomp Require Import all_ssreflect all_algebra.
From PutnamProblems Require Import putnam_1994_b4.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Definition A : 'M[int]_2 :=
  \matrix_(i, j) if i == j then 3%:Z else if i == 0 then 2%:Z else 4%:Z.

Definition d (n : nat) : nat :=
  \big[gcdn/0%N]_(i < 2) \big[gcdn/0%N]_(j < 2) absz ((A ^+ n - 1%:M)%R i j).

Lemma entries : A 0 0 = 3%:Z /\ A 0 1 = 2%:Z /\ A 1 0 = 4%:Z /\ A 1 1 = 3%:Z.
Proof. by rewrite !mxE. Qed.

Definition instance := putnam_1994_b4 A entries d ltac:(by []).

(* The entries of A - I are 2, 2, 4, 2. *)
Lemma first_value : d 1 = 2%N.
Proof. by rewrite /d expr1 !big_ord_recl !big_ord0 !mxE. Qed.
