From Coq Require Import Reals List ZArith.
From PutnamProblems Require Import putnam_1971_a1.
Import ListNotations.
Local Open Scope Z_scope.

(* The cube and one point more; without that point there is no such segment. *)
Definition S : list (Z * Z * Z) :=
  [(0, 0, 0); (0, 0, 1); (0, 1, 0); (0, 1, 1); (1, 0, 0); (1, 0, 1); (1, 1, 0); (1, 1, 1); (2, 0, 0)].

Lemma distinct : NoDup S.
Proof. unfold S. repeat constructor; simpl; intuition discriminate. Qed.

Definition instance := putnam_1971_a1 S distinct eq_refl.
