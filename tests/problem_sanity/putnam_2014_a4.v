From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_2014_a4.
Local Open Scope R_scope.

Definition statement (s : R) : Prop := ltac:(with_solution putnam_2014_a4 putnam_2014_a4_solution s).

Definition valid (P : nat -> R) : Prop :=
  (forall n : nat, 0 <= P n) /\
  is_series P 1 /\
  is_series (fun n => INR n * P n) 1 /\
  is_series (fun n => INR n ^ 2 * P n) 2 /\
  is_series (fun n => INR n ^ 3 * P n) 5.

Definition instance := putnam_2014_a4 valid ltac:(reflexivity).

(* The values 0, 1, 3 with the probabilities 1/3, 1/2, 1/6. *)
Definition P (n : nat) : R :=
  match n with 0%nat => 1 / 3 | 1%nat => 1 / 2 | 3%nat => 1 / 6 | _ => 0 end.

Lemma finite_series (a : nat -> R) (l : R) : (forall n, a (S (S (S (S n)))) = 0) ->
  a 0%nat + a 1%nat + a 2%nat + a 3%nat = l -> is_series a l.
Proof.
  intros h <-.  apply (is_lim_seq_ext_loc (fun _ => a 0%nat + a 1%nat + a 2%nat + a 3%nat) (sum_n a)
    (Finite _)).
  - exists 3%nat. intros n hn. replace n with (3 + (n - 3))%nat by lia.
    induction (n - 3)%nat as [|m IH].
    + rewrite Nat.add_0_r. unfold sum_n. rewrite !sum_n_Sm, sum_n_n by lia. unfold plus; simpl. ring.
    + rewrite Nat.add_succ_r. unfold sum_n. rewrite sum_n_Sm by lia. fold (sum_n a (3 + m)).
      rewrite <- IH. simpl. rewrite h. unfold plus; simpl. ring.
  - apply is_lim_seq_const.
Qed.

Lemma attained : valid P /\ P 0%nat = putnam_2014_a4_solution.
Proof.
  split; [|reflexivity]. split.
  - intros [|[|[|[|n]]]]; simpl; lra.
  - repeat split; apply finite_series; intros; unfold P; simpl; field || ring.
Qed.

Lemma wrong_solution : ~ statement (1 / 2).
Proof.
  intro H. destruct (H valid ltac:(reflexivity)) as [_ h].
  specialize (h P (proj1 attained)). simpl in h. lra.
Qed.
