From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1986_b4.
Local Open Scope R_scope.

(* At integers the least distance is 0, from m = r and n = 0, so the hypothesis holds there. *)
Lemma at_integers : forall k : Z, 0 < IZR k ->
  (exists m n : Z, 0 = Rabs (IZR k - sqrt (IZR m ^ 2 + 2 * IZR n ^ 2))) /\
  (forall m n : Z, 0 <= Rabs (IZR k - sqrt (IZR m ^ 2 + 2 * IZR n ^ 2))).
Proof.
  intros k hk. split; [|intros; apply Rabs_pos]. exists k, 0%Z.
  replace (IZR k ^ 2 + 2 * 0 ^ 2) with (IZR k ^ 2) by ring.
  rewrite sqrt_pow2 by lra. rewrite Rminus_diag_eq by reflexivity. symmetry. apply Rabs_R0.
Qed.
