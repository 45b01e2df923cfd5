(* problem=two verdict=bad_axiom by=audit:oracle *)
by eval
