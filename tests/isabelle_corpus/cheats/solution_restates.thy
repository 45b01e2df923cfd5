(* problem=absurd_set verdict=forbidden by=gate track=no-solution *)
unfolding absurd_set_solution_def ..
