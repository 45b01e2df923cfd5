From Coq Require Import Reals List Lra Lia.
From PutnamProblems Require Import Sanity putnam_2023_a2.
Import ListNotations.
Local Open Scope R_scope.

Definition statement (s : nat -> list R) : Prop :=
  ltac:(with_solution putnam_2023_a2 putnam_2023_a2_solution s).

(* For n = 2 the polynomial is x^4 - 21/4 x^2 + 21/4. *)
Definition a (i : nat) : R := match i with 0%nat => 21 / 4 | 2%nat => - (21 / 4) | _ => 0 end.
Definition p (x : R) : R := x ^ (2 * 2) + sum_f_R0 (fun i => a i * x ^ i) (2 * 2 - 1).

Lemma values : forall k : Z, (1 <= Z.abs k <= 2)%Z -> p (1 / IZR k) = IZR k ^ 2.
Proof.
  intros k hk. assert (k = 1 \/ k = -1 \/ k = 2 \/ k = -2)%Z by lia.
  unfold p; simpl. intuition (subst; field).
Qed.

Definition instance :=
  putnam_2023_a2 2 ltac:(lia) eq_refl a p ltac:(reflexivity) values.

Lemma solution_for_two : forall x : R, In x (putnam_2023_a2_solution 2) ->
  x <> 0 /\ (forall k : Z, (1 <= Z.abs k <= 2)%Z -> x <> IZR k) /\ p (1 / x) = x ^ 2.
Proof.
  intros x hx. assert (x = 1 / 2 \/ x = - (1 / 2)) by (simpl in hx; lra).
  split; [lra|split].
  - intros k hk e. assert (k = 1 \/ k = -1 \/ k = 2 \/ k = -2)%Z by lia.
    intuition (subst; lra).
  - unfold p; simpl. intuition (subst; field).
Qed.

Lemma wrong_solution : ~ statement (fun n => [1 / INR (fact n)]).
Proof.
  intro H. pose proof (solution_for_two (- (1 / INR (fact 2))) ltac:(simpl; auto)) as h.
  apply (H 2%nat ltac:(lia) eq_refl a p ltac:(reflexivity) values) in h. simpl in h. lra.
Qed.
