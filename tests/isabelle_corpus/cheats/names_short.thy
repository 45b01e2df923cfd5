(* problem=two verdict=bad_axiom by=audit:oracle *)
declare [[names_short = true, names_long = false, show_hyps, show_tags, goals_limit = 1]]

by eval
