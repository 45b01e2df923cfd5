From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From PutnamProblems Require Import putnam_2010_a6.
Local Open Scope R_scope.

Definition f (x : R) : R := exp (- x).

Lemma decreasing : forall x y : R, 0 <= x -> x < y -> f y < f x.
Proof. intros x y _ h. apply exp_increasing. lra. Qed.

Lemma is_continuous : continuous_on (fun x => 0 <= x) f.
Proof.
  apply continuous_on_forall. intros x _. 
  apply (continuous_comp Ropp exp); [|apply continuous_exp].
  apply (continuous_opp (V := R_NormedModule) (fun y => y)), continuous_id.
Qed.

Lemma tends_to_zero : is_lim f p_infty 0.
Proof.
  apply (is_lim_comp exp Ropp p_infty 0 m_infty).
  - apply is_lim_exp_m.
  - apply (is_lim_opp (fun x => x) p_infty p_infty), is_lim_id.
  - exists 0. intros x _. discriminate.
Qed.

Definition instance := putnam_2010_a6 f decreasing is_continuous tends_to_zero.
