From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1962_b2.
Local Open Scope R_scope.

(* Without "proper" a constant would do; the statement rules it out. *)
Lemma constant_is_no_example : forall A : nat -> Prop,
  ~ forall a b : R, a < b -> (forall n : nat, A n -> A n) /\ (exists n : nat, A n /\ ~ A n).
Proof. intros A h. destruct (h 0 1 ltac:(lra)) as [_ (n & h1 & h2)]. exact (h2 h1). Qed.

(* The weaker claim, for natural a and b, has an easy example. *)
Lemma natural_numbers : exists f : nat -> (nat -> Prop), forall a b : nat, (a < b)%nat ->
  (forall n : nat, f a n -> f b n) /\ (exists n : nat, f b n /\ ~ f a n).
Proof.
  exists (fun a n => n < a)%nat. intros a b h. split.
  - intros n hn. exact (Nat.lt_trans _ _ _ hn h).
  - exists a. split; [exact h|apply Nat.lt_irrefl].
Qed.
