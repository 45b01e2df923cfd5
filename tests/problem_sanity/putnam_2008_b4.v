From Coq Require Import ZArith Znumtheory List Lia.
From PutnamProblems Require Import putnam_2008_b4.
Import ListNotations.
Local Open Scope Z_scope.

(* p = 2 and h(x) = x. *)
Definition instance :=
  putnam_2008_b4 2 prime_2 [0; 1] (fun x => x) ltac:(intros; cbn [fold_right]; ring)
    ltac:(intros i j hi hj h; change (2 ^ 2) with 4 in *; rewrite !Z.mod_small; lia).

(* h(x) = x^2 does not satisfy the hypothesis: 0 and 4. *)
Lemma square_fails : (0 ^ 2) mod 2 ^ 2 = (2 ^ 2) mod 2 ^ 2.
Proof. reflexivity. Qed.
