From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1978_a3.
Local Open Scope R_scope.

(* The coefficients of p read the same both ways, as they do in the problem. *)
Lemma palindromic : forall x : R, x <> 0 ->
  let p x := 2 * (x ^ 6 + 1) + 4 * (x ^ 5 + x) + 3 * (x ^ 4 + x ^ 2) + 5 * x ^ 3 in
  p x = x ^ 6 * p (1 / x).
Proof. intros x hx. simpl. field. exact hx. Qed.

Lemma solution_in_range : 0 < putnam_1978_a3_solution < 5.
Proof. unfold putnam_1978_a3_solution. lra. Qed.
