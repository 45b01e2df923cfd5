From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1989_a2.
Local Open Scope R_scope.

Definition instance := putnam_1989_a2 1 2 ltac:(lra) ltac:(lra).

(* The integrand is at least 1, so the integral is at least the area a b. *)
Lemma solution_is_above_the_area : forall a b : R, 0 < a -> 0 < b ->
  a * b < putnam_1989_a2_solution a b.
Proof.
  intros a b ha hb. unfold putnam_1989_a2_solution.
  assert (h : 0 < a * b) by nra.
  apply (Rmult_lt_reg_r (a * b)); [exact h|]. field_simplify; [|lra].
  pose proof (exp_ineq1 (a ^ 2 * b ^ 2) ltac:(nra)). nra.
Qed.
