From Coq Require Import ZArith Factorial List Lia.
From PutnamProblems Require Import Sanity putnam_1990_a1.
Import ListNotations.
Local Open Scope Z_scope.

Definition statement (s : (nat -> Z) * (nat -> Z)) : Prop :=
  ltac:(with_solution putnam_1990_a1 putnam_1990_a1_solution s).

Definition T (n : nat) : Z := Z.of_nat (fact n) + 2 ^ Z.of_nat n.

Lemma recurrence : forall n : nat, (3 <= n)%nat ->
  T n = (Z.of_nat n + 4) * T (n - 1)%nat - 4 * Z.of_nat n * T (n - 2)%nat
        + (4 * Z.of_nat n - 8) * T (n - 3)%nat.
Proof.
  intros n hn. destruct n as [|[|[|n]]]; try lia.
  replace (S (S (S n)) - 1)%nat with (S (S n)) by lia.
  replace (S (S (S n)) - 2)%nat with (S n) by lia.
  replace (S (S (S n)) - 3)%nat with n by lia.
  unfold T. cbn [fact]. rewrite !Nat2Z.inj_succ, !Z.pow_succ_r by lia.
  generalize (fact n). intro f. nia.
Qed.

Definition instance : forall n : nat, T n = T n :=
  putnam_1990_a1 T eq_refl eq_refl eq_refl recurrence.

Lemma first_terms :
  map (fun n => fst putnam_1990_a1_solution n + snd putnam_1990_a1_solution n) (seq 0 9)
  = [2; 3; 6; 14; 40; 152; 784; 5168; 40576].
Proof. reflexivity. Qed.

Lemma wrong_solution : ~ statement (fun n => Z.of_nat (fact n), fun n => Z.of_nat n + 1).
Proof. intro H. discriminate (H T eq_refl eq_refl eq_refl recurrence 2%nat). Qed.
