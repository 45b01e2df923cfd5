From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import Sanity putnam_2023_a3.
Local Open Scope R_scope.

Definition statement (s : R) : Prop := ltac:(with_solution putnam_2023_a3 putnam_2023_a3_solution s).

Definition possible (r : R) : Prop :=
  exists f g : R -> R,
    (forall x : R, ex_derive f x) /\ (forall x : R, ex_derive g x) /\
    0 < f 0 /\ g 0 = 0 /\
    (forall x : R, Rabs (Derive f x) <= Rabs (g x)) /\
    (forall x : R, Rabs (Derive g x) <= Rabs (f x)) /\
    f r = 0.

Definition instance := putnam_2023_a3 possible ltac:(reflexivity).

(* The cosine and the sine. *)
Lemma attained : possible putnam_2023_a3_solution.
Proof.
  exists cos, sin. repeat split.
  - intro x. exists (- sin x). apply is_derive_cos.
  - intro x. exists (cos x). apply is_derive_sin.
  - rewrite cos_0. lra.
  - apply sin_0.
  - intro x. rewrite (is_derive_unique _ _ _ (is_derive_cos x)), Rabs_Ropp. lra.
  - intro x. rewrite (is_derive_unique _ _ _ (is_derive_sin x)). lra.
  - apply cos_PI2.
Qed.

Lemma wrong_solution : ~ statement PI.
Proof.
  intro H. destruct (H possible ltac:(reflexivity)) as (_ & _ & h).
  specialize (h _ PI2_RGT_0 attained). pose proof PI_RGT_0. unfold putnam_2023_a3_solution in h. lra.
Qed.
