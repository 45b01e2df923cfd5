(* problem=flip_twice *)
unfolding flip_twice_solution_def both_def by (cases s) simp_all
