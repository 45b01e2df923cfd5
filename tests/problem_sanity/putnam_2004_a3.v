From Coq Require Import Reals Lra Lia.
From PutnamProblems Require Import putnam_2004_a3.
Local Open Scope R_scope.

(* Three terms in a row, from the n-th on. *)
Fixpoint terms (n : nat) : R * R * R :=
  match n with
  | O => (1, 1, 1)
  | S m => let '(x, y, z) := terms m in (y, z, (INR (fact m) + y * z) / x)
  end.

Definition u (n : nat) : R := fst (fst (terms n)).

Lemma positive : forall n : nat, 0 < u n /\ 0 < snd (fst (terms n)) /\ 0 < snd (terms n).
Proof.
  unfold u. induction n as [|n IH]; [simpl; lra|].
  cbn [terms]. destruct (terms n) as [[x y] z]. simpl in *. destruct IH as (hx & hy & hz).
  repeat split; try assumption. apply Rdiv_lt_0_compat; [|assumption].
  pose proof (INR_fact_lt_0 n). nra.
Qed.

Lemma determinant : forall n : nat,
  u n * u (n + 3)%nat - u (n + 1)%nat * u (n + 2)%nat = INR (fact n).
Proof.
  intro n. replace (n + 3)%nat with (S (S (S n))) by lia.
  replace (n + 2)%nat with (S (S n)) by lia. replace (n + 1)%nat with (S n) by lia.
  pose proof (positive n) as h. unfold u in *. cbn [terms].
  destruct (terms n) as [[x y] z]. simpl in h |- *. field. lra.
Qed.

Definition instance := putnam_2004_a3 u eq_refl eq_refl eq_refl determinant.
