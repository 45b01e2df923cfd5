From Coq Require Import ZArith Lia.
From PutnamProblems Require Import putnam_1998_b6.
Local Open Scope Z_scope.

(* For a = b = c = 0, n = 2 gives 8, which is no square; n = 4 would give 64, which is one. *)
Lemma case_of_zeros : exists n : Z, 0 < n /\
  ~ exists m : Z, n ^ 3 + 0 * n ^ 2 + 0 * n + 0 = m ^ 2.
Proof.
  exists 2. split; [lia|]. intros [m hm].
  assert (hm3 : -3 < m < 3) by nia.
  assert (m = -2 \/ m = -1 \/ m = 0 \/ m = 1 \/ m = 2) by lia.
  intuition (subst; discriminate).
Qed.

(* A negative number has no square root among the integers, as it should be. *)
Lemma case_below_zero : ~ exists m : Z, 1 ^ 3 + 0 * 1 ^ 2 + 0 * 1 + (-5) = m ^ 2.
Proof. intros [m hm]. nia. Qed.

Definition instance := putnam_1998_b6 0 0 0.
