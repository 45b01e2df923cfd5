(* problem=two verdict=bad_axiom by=audit:oracle *)
lemma four: "(2::nat) + 2 = 4"
  by eval

by (rule four)
