From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_2012_a6.
Local Open Scope R_scope.

(* The zero function satisfies the hypotheses. *)
Lemma zero : forall a b t w : R, 0 < w ->
  RInt (fun r => RInt (fun s => (fun _ : R * R => 0)
    (a + r * cos t - s * sin t, b + r * sin t + s * cos t)) 0 (1 / w)) 0 w = 0.
Proof.
  intros a b t w _. rewrite (RInt_ext _ (fun _ => 0)).
  - rewrite RInt_const. apply Rmult_0_r.
  - intros r _. rewrite RInt_const. apply Rmult_0_r.
Qed.

Definition instance := proj1 putnam_2012_a6 eq_refl (fun _ => 0)
  ltac:(intro p; apply continuous_const) zero.
