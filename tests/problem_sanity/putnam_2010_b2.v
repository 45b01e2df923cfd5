From Coq Require Import ZArith Lia.
From PutnamProblems Require Import Sanity putnam_2010_b2.
Local Open Scope Z_scope.

Definition statement (s : Z) : Prop := ltac:(with_solution putnam_2010_b2 putnam_2010_b2_solution s).

Definition valid (a1 a2 b1 b2 c1 c2 AB AC BC : Z) : Prop :=
  (b1 - a1) * (c2 - a2) - (b2 - a2) * (c1 - a1) <> 0 /\
  0 <= AB /\ AB ^ 2 = (a1 - b1) ^ 2 + (a2 - b2) ^ 2 /\
  0 <= AC /\ AC ^ 2 = (a1 - c1) ^ 2 + (a2 - c2) ^ 2 /\
  0 <= BC /\ BC ^ 2 = (b1 - c1) ^ 2 + (b2 - c2) ^ 2.

Definition instance := putnam_2010_b2 valid ltac:(reflexivity).

(* The triangle with the sides 3, 4, 5. *)
Lemma attained : valid 0 0 3 0 0 4 putnam_2010_b2_solution 4 5.
Proof. repeat split; discriminate || reflexivity. Qed.

Lemma wrong_solution : ~ statement 4.
Proof. intro H. destruct (H valid ltac:(reflexivity)) as [_ h]. pose proof (h _ _ _ _ _ _ _ _ _ attained) as h4.
  unfold putnam_2010_b2_solution in h4. lia. Qed.
