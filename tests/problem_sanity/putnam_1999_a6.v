From Coq Require Import Reals Lra Lia.
From PutnamProblems Require Import putnam_1999_a6.
Local Open Scope R_scope.

(* Three terms in a row, from the n-th on. *)
Fixpoint terms (n : nat) : R * R * R :=
  match n with
  | O => (1, 2, 24)
  | S m => let '(x, y, z) := terms m in (y, z, (6 * z ^ 2 * x - 8 * z * y ^ 2) / (y * x))
  end.

Definition a (n : nat) : R := fst (fst (terms (n - 1))).

Lemma recurrence : forall n : nat, (4 <= n)%nat ->
  a n = (6 * a (n - 1)%nat ^ 2 * a (n - 3)%nat - 8 * a (n - 1)%nat * a (n - 2)%nat ^ 2)
        / (a (n - 2)%nat * a (n - 3)%nat).
Proof.
  intros n hn. destruct n as [|[|[|[|n]]]]; try lia. unfold a.
  replace (S (S (S (S n))) - 1)%nat with (S (S (S n))) by lia.
  replace (S (S (S (S n))) - 1 - 1)%nat with (S (S n)) by lia.
  replace (S (S (S (S n))) - 2 - 1)%nat with (S n) by lia.
  replace (S (S (S (S n))) - 3 - 1)%nat with n by lia.
  replace (S (S (S n)) - 1)%nat with (S (S n)) by lia.
  cbn [terms]. destruct (terms n) as [[x y] z]. reflexivity.
Qed.

Definition instance := putnam_1999_a6 a eq_refl eq_refl eq_refl recurrence.

(* The fourth term is 4 * 336. *)
Lemma fourth_term : a 4 = 4 * 336.
Proof. unfold a. simpl. field. Qed.
