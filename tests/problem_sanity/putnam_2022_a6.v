From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_2022_a6.
Local Open Scope R_scope.

Definition statement (s : nat -> nat) : Prop :=
  ltac:(with_solution putnam_2022_a6 putnam_2022_a6_solution s).

Definition possible (n m : nat) : Prop :=
  exists x : nat -> R,
    -1 < x 1%nat /\ x (2 * n)%nat < 1 /\
    (forall i : nat, (1 <= i < 2 * n)%nat -> x i < x (i + 1)%nat) /\
    (forall k : nat, (1 <= k <= m)%nat ->
      sum_n_m (fun i => x (2 * i)%nat ^ (2 * k - 1) - x (2 * i - 1)%nat ^ (2 * k - 1)) 1 n = 1).

Definition instance (n : nat) (hn : (1 <= n)%nat) :=
  putnam_2022_a6 n hn (possible n) ltac:(reflexivity).

(* For n = 1: -1/2 and 1/2 do for m = 1; and for m = 2 one of the numbers would be 1 or -1. *)
Lemma first_case : possible 1 1.
Proof.
  exists (fun i => match i with 1%nat => -1 / 2 | _ => 1 / 2 end). cbn [Nat.mul Nat.add]. repeat split; [lra|lra| |].
  - intros i hi. replace i with 1%nat by lia. simpl. lra.
  - intros k hk. replace k with 1%nat by lia. rewrite sum_n_n. simpl. field.
Qed.

Lemma first_case_is_sharp : ~ possible 1 2.
Proof.
  intros (x & h1 & h2 & _ & h).
  pose proof (h 1%nat ltac:(lia)) as e1. pose proof (h 2%nat ltac:(lia)) as e2.
  rewrite sum_n_n in e1, e2. simpl in *.
  set (p := x 1%nat) in *. set (q := x 2%nat) in *.
  assert (q = p + 1) by lra. subst q. assert (p * (p + 1) = 0) by nra.
  assert (p = 0 \/ p + 1 = 0) as [|] by (apply Rmult_integral; assumption); lra.
Qed.

Lemma wrong_solution : ~ statement S.
Proof.
  intro H. destruct (H 1%nat (le_n 1) (possible 1) ltac:(reflexivity)) as [h _].
  exact (first_case_is_sharp h).
Qed.

Lemma smaller_solution : ~ statement (fun n => n - 1)%nat.
Proof.
  intro H. destruct (H 1%nat (le_n 1) (possible 1) ltac:(reflexivity)) as [_ h].
  pose proof (h _ first_case) as h1. simpl in h1. lia.
Qed.
