(* problem=flip_twice track=no-solution solution=2 *)
unfolding flip_twice_solution_def both_def by (cases s) simp_all
