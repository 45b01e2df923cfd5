From Coq Require Import ZArith Lia.
From PutnamProblems Require Import putnam_1988_b1.
Local Open Scope Z_scope.

Definition instance : exists x y z, 0 < x /\ 0 < y /\ 0 < z /\ 2 * 3 = x * y + x * z + y * z + 1 :=
  putnam_1988_b1 2 3 ltac:(lia) ltac:(lia).

(* The bound on the factors matters: 1 * 2 is no such sum. *)
Lemma smaller_factor_fails :
  ~ exists x y z, 0 < x /\ 0 < y /\ 0 < z /\ 1 * 2 = x * y + x * z + y * z + 1.
Proof. intros (x & y & z & H). nia. Qed.
