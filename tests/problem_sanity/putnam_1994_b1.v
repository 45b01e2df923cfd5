From Coq Require Import Arith FinFun List Lia.
From PutnamProblems Require Import Sanity putnam_1994_b1.

Definition statement (s : list nat) : Prop :=
  ltac:(with_solution putnam_1994_b1 putnam_1994_b1_solution s).

Definition fifteen_squares (n : nat) : Prop :=
  exists squares : list nat,
    NoDup squares /\ length squares = 15 /\
    forall s : nat, In s squares <->
      (exists m : nat, s = m ^ 2) /\ s <= n + 250 /\ n <= s + 250.

(* From 9^2 to 23^2. *)
Lemma least_is_right : fifteen_squares 315.
Proof.
  exists (map (fun m => m * m) (seq 9 15)). repeat split.
  - apply Injective_map_NoDup; [intros m k; nia|apply seq_NoDup].
  - apply in_map_iff in H as [m [<- _]]. exists m. simpl. lia.
  - apply in_map_iff in H as [m [<- hm%in_seq]]. assert (m <= 23) by lia. nia.
  - apply in_map_iff in H as [m [<- hm%in_seq]]. nia.
  - intros [[m ->] h]. rewrite Nat.pow_2_r in *. apply in_map_iff. exists m.
    split; [reflexivity|]. assert (9 <= m) by nia. assert (m < 24) by nia. apply in_seq. lia.
Qed.

Lemma wrong_solution : ~ statement (seq 316 10 ++ seq 332 19).
Proof.
  intro H. assert (h : In 315 (seq 316 10 ++ seq 332 19)) by
    (apply H; split; [lia|exact least_is_right]).
  apply in_app_or in h. rewrite !in_seq in h. lia.
Qed.
