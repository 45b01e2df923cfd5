From Coq Require Import Reals Lra Lia.
From PutnamProblems Require Import putnam_1994_b5.
Local Open Scope R_scope.

Definition f (alpha x : R) : R := IZR (Int_part (alpha * x)).

Definition instance := putnam_1994_b5 f ltac:(reflexivity) 3 ltac:(lia).

(* For n = 1, alpha = 0 takes 1 to 0, once. *)
Lemma first_case : Nat.iter 1 (f 0) (INR 1 ^ 2) = INR 1 ^ 2 - INR 1.
Proof.
  simpl. unfold f. rewrite Rmult_0_l. change 0 with (INR 0) at 1.
  rewrite Int_part_INR. simpl. lra.
Qed.
