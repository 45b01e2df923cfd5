From Coq Require Import Reals Lra.
From PutnamProblems Require Import putnam_1987_b1.
Local Open Scope R_scope.

(* On the interval the logarithms are positive, so nothing is divided by 0 and no root is of a
   negative number. *)
Lemma well_defined : forall x : R, 2 <= x <= 4 ->
  0 < ln (9 - x) /\ 0 < ln (x + 3) /\ 0 < sqrt (ln (9 - x)) + sqrt (ln (x + 3)).
Proof.
  intros x hx.
  assert (h1 : 0 < ln (9 - x)) by (rewrite <- ln_1; apply ln_increasing; lra).
  assert (h2 : 0 < ln (x + 3)) by (rewrite <- ln_1; apply ln_increasing; lra).
  pose proof (sqrt_lt_R0 _ h1). pose proof (sqrt_lt_R0 _ h2). lra.
Qed.

(* The integrand lies between 0 and 1, so the integral between 0 and 2. *)
Lemma solution_in_range : 0 < putnam_1987_b1_solution < 2.
Proof. unfold putnam_1987_b1_solution. lra. Qed.
