From Coq Require Import Reals ZArith Lra Lia.
From PutnamProblems Require Import putnam_1998_b6.
Local Open Scope R_scope.

(* For a = b = c = 0, n = 2 gives the square root of 8; n = 4 would give 8. *)
Lemma case_of_zeros : exists n : Z, (0 < n)%Z /\
  ~ exists m : Z, sqrt (IZR (n ^ 3 + 0 * n ^ 2 + 0 * n + 0)) = IZR m.
Proof.
  exists 2%Z. split; [lia|]. intros [m hm]. simpl in hm.
  assert (h : IZR m * IZR m = 8) by (rewrite <- hm; apply sqrt_sqrt; lra).
  rewrite <- mult_IZR in h. apply eq_IZR in h.
  assert (hm3 : (-3 < m < 3)%Z) by nia.
  assert (m = -2 \/ m = -1 \/ m = 0 \/ m = 1 \/ m = 2)%Z by lia.
  intuition (subst; discriminate).
Qed.

Definition instance := putnam_1998_b6 0 0 0.
