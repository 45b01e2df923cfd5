From Coq Require Import Reals Lra Psatz.
From PutnamProblems Require Import putnam_1993_a5.
Local Open Scope R_scope.

Definition instance := putnam_1993_a5 (fun x => ((x ^ 2 - x) / (x ^ 3 - 3 * x + 1)) ^ 2)
  ltac:(reflexivity).

(* The integrand has no pole on the three intervals. *)
Lemma no_pole : forall x : R,
  -100 <= x <= -10 \/ 1 / 101 <= x <= 1 / 11 \/ 101 / 100 <= x <= 11 / 10 ->
  x ^ 3 - 3 * x + 1 <> 0.
Proof.
  intros x h. replace (x ^ 3 - 3 * x + 1) with (x * (x * x - 3) + 1) by ring.
  destruct h as [h|[h|h]].
  - assert (100 <= x * x) by nra. nra.
  - assert (0 <= x * (x * x)) by (apply Rmult_le_pos; nra). lra.
  - assert (x * x <= 2) by nra. nra.
Qed.
