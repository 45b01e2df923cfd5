From Coq Require Import Reals Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_1970_a4.
Local Open Scope R_scope.

(* 0, 1, 0, 1, ... has no limit, but the differences of the hypothesis are 0. *)
Definition x (n : nat) : R := if Nat.even n then 0 else 1.

Lemma hypothesis : is_lim_seq (fun n => x (n + 2)%nat - x n) 0.
Proof.
  apply is_lim_seq_ext with (2 := is_lim_seq_const 0). intro n. unfold x.
  rewrite Nat.add_comm. simpl. destruct (Nat.even n); lra.
Qed.

Definition instance := putnam_1970_a4 x hypothesis.
