From mathcomp Require Import all_ssreflect all_algebra.
From PutnamProblems Require Import Sanity putnam_1963_b1.
Import GRing.Theory.
Local Open Scope ring_scope.

Definition statement (s : int) : Prop :=
  ltac:(with_solution putnam_1963_b1 putnam_1963_b1_solution s).

(* At x = -1 the first polynomial is 3 for a = 1, and the second is 88, no multiple of 3. *)
Lemma wrong_solution : ~ statement 1%:Z.
Proof.
  move=> H; have [q hq] := proj2 (H 1%:Z) erefl.
  have := congr1 (fun p : {poly int} => p.[- 1]) hq.
  rewrite -(polyCMn 90 1 : _ = 90%:R :> {poly int}).
  rewrite hornerM !hornerD hornerN !hornerXn !hornerX !hornerC.
  move=> /(congr1 (fun z => (z %% 3%:Z)%Z)).
  rewrite (_ : (- 1) ^+ 2 - - 1 + 1 = 3%:Z :> int) // modzMl.
  by vm_compute.
Qed.
