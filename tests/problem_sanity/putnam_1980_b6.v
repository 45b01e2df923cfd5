From mathcomp Require Import all_ssreflect all_algebra.
From PutnamProblems Require Import putnam_1980_b6.
Import GRing.Theory Num.Theory.
Local Open Scope ring_scope.

Fixpoint G (d n : nat) : rat :=
  match d with
  | 0 => 0
  | 1 => 1 / n%:R
  | d'.+1 => d%:R / n%:R * \sum_(d <= i < n.+1) G d' (i - 1)%N
  end.

Lemma recurrence : forall d n : nat, (1 < d)%N -> (d <= n)%N ->
  G d n = d%:R / n%:R * \sum_(d <= i < n.+1) G (d - 1)%N (i - 1)%N.
Proof. by move=> [|[|d]] n // _ _; rewrite subn1. Qed.

Definition instance :=
  putnam_1980_b6 G ltac:(by []) recurrence 2 3 ltac:(by []) ltac:(by []).

(* G(2, 3) = 2/3 (G(1, 1) + G(1, 2)) = 1, and for d = 1 the denominator is p. *)
Lemma values : G 2 3 = 1 /\ denq (G 1 3) = 3.
Proof. by split; rewrite /= ?unlock; vm_compute. Qed.
