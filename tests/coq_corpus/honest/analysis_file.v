(* problem=real_between *)
Theorem real_between
    (a b c : R)
    (hab : a < b)
    (hbc : b < c)
    : between a b `<=` between a c.
Proof.
move=> x [ax xb]; split => //.
exact: lt_trans xb hbc.
Qed.
