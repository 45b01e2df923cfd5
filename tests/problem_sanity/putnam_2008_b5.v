From Coq Require Import Reals ZArith Lra Lia.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_2008_b5.
Local Open Scope R_scope.

Definition statement (s : (R -> R) -> Prop) : Prop :=
  ltac:(with_solution putnam_2008_b5 putnam_2008_b5_solution s).

Definition has_the_property (f : R -> R) : Prop :=
  (forall x : R, ex_derive f x) /\
  (forall x : R, continuous (Derive f) x) /\
  (forall m d : Z, (0 < d)%Z -> Z.gcd m d = 1%Z ->
    exists k : Z, Z.gcd k d = 1%Z /\ f (IZR m / IZR d) = IZR k / IZR d).

Lemma identity_has_it : has_the_property (fun x => x).
Proof.
  split; [intro x; apply ex_derive_id|split].
  - intro x. apply continuous_ext with (f := fun _ => 1); [|apply continuous_const].
    intro y. symmetry. apply Derive_id.
  - intros m d _ h. exists m. split; [exact h|reflexivity].
Qed.

(* Neither a constant: 0 has the denominator 1, not 2, nor x / 2. *)
Lemma zero_has_it_not : ~ has_the_property (fun _ => 0).
Proof.
  intros (_ & _ & h). destruct (h 1%Z 2%Z eq_refl eq_refl) as (k & hk & e).
  assert (k = 0%Z) as -> by (apply eq_IZR; simpl; lra). discriminate hk.
Qed.

Lemma wrong_solution : ~ statement (fun f => forall x : R, f x = - x).
Proof.
  intro H. pose proof (proj1 (H (fun x => x)) identity_has_it 1). simpl in *. lra.
Qed.
