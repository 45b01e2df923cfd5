(* problem=real_between *)
From mathcomp Require Import boolp.
Lemma em (P : Prop) : P \/ ~ P.
Proof. exact: EM. Qed.
Theorem real_between (a b c : R) (hab : a < b) (hbc : b < c) : between a b `<=` between a c.
Proof.
move=> x [ax xb]; split => //.
case: (em (x < c)) => // h.
exact: lt_trans xb hbc.
Qed.
