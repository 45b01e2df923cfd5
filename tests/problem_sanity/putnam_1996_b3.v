From Coq Require Import ZArith List Lia.
From PutnamProblems Require Import Sanity putnam_1996_b3.
Local Open Scope Z_scope.

Definition statement (s : Z -> Z) : Prop :=
  ltac:(with_solution putnam_1996_b3 putnam_1996_b3_solution s).

Definition arrangement (n : nat) (x : nat -> Z) : Prop :=
  forall v : Z, 1 <= v <= Z.of_nat n <-> exists i : nat, (i < n)%nat /\ x i = v.

Definition total (n : nat) (x : nat -> Z) : Z :=
  fold_right Z.add 0 (map (fun i => x i * x ((i + 1) mod n)%nat) (seq 0 n)).

Definition instance (n : nat) (hn : (2 <= n)%nat) :=
  putnam_1996_b3 n hn (arrangement n) ltac:(reflexivity) (total n) ltac:(reflexivity).

Definition x (i : nat) : Z := Z.of_nat i + 1.

Lemma increasing : forall n : nat, arrangement n x.
Proof.
  intros n v. unfold x. split; [|intros [i [hi <-]]; lia].
  intro hv. exists (Z.to_nat (v - 1)). lia.
Qed.

(* 1 * 2 + 2 * 1, 1 * 2 + 2 * 3 + 3 * 1, and for n = 4 with 1, 2, 4, 3: 2 + 8 + 12 + 3. *)
Lemma values : map putnam_1996_b3_solution (2 :: 3 :: 4 :: nil) = 4 :: 11 :: 25 :: nil
  /\ total 2 x = 4 /\ total 3 x = 11.
Proof. repeat split. Qed.

Lemma wrong_solution : ~ statement (fun n => n ^ 2 - 1).
Proof.
  intro H. destruct (H 2%nat (le_n 2) (arrangement 2) ltac:(reflexivity) (total 2) ltac:(reflexivity))
    as [_ h].
  exact (h x (increasing 2) eq_refl).
Qed.
