From Coq Require Import Reals List Arith Lia.
From PutnamProblems Require Import putnam_1981_a1.

Definition N (n : nat) : nat := fold_right Nat.mul 1 (map (fun i => i ^ i) (seq 1 n)).

(* The exponent of 5, by trying k = fuel, fuel - 1, ..., 0. *)
Fixpoint exponent (fuel m : nat) : nat :=
  match fuel with
  | 0 => 0
  | S k => if m mod 5 ^ S k =? 0 then S k else exponent k m
  end.

Lemma exponent_is_greatest : forall fuel m : nat,
  Nat.divide (5 ^ exponent fuel m) m /\
  forall k : nat, k <= fuel -> Nat.divide (5 ^ k) m -> k <= exponent fuel m.
Proof.
  induction fuel as [|f IH]; intro m; cbn [exponent].
  - split; [exists m; cbn; lia|intros; lia].
  - assert (h5 : 5 ^ S f <> 0) by (apply Nat.pow_nonzero; lia).
    destruct (Nat.eqb_spec (m mod 5 ^ S f) 0) as [h|h]; rewrite Nat.mod_divide in h by exact h5.
    + split; [exact h|lia].
    + destruct (IH m) as [h1 h2]. split; [exact h1|]. intros k hk hd.
      destruct (Nat.eq_dec k (S f)) as [->|]; [contradiction|apply h2; [lia|exact hd]].
Qed.

Lemma N_positive : forall n : nat, 1 <= N n.
Proof.
  intro n. unfold N. generalize 1 at 3. induction n as [|n IH]; intro s; cbn; [lia|].
  specialize (IH (S s)). assert (s ^ s <> 0); [|nia].
  destruct s; [discriminate|apply Nat.pow_nonzero; lia].
Qed.

Lemma hypothesis : forall n : nat, 1 <= n ->
  Nat.divide (5 ^ exponent (N n) (N n)) (N n) /\
  forall k : nat, Nat.divide (5 ^ k) (N n) -> k <= exponent (N n) (N n).
Proof.
  intros n _. destruct (exponent_is_greatest (N n) (N n)) as [h1 h2]. split; [exact h1|].
  intros k hk. apply h2; [|exact hk]. pose proof (N_positive n).
  apply Nat.divide_pos_le in hk; [|lia]. pose proof (Nat.pow_gt_lin_r 5 k). lia.
Qed.

Definition instance := putnam_1981_a1 N ltac:(reflexivity) (fun n => exponent (N n) (N n)) hypothesis.
