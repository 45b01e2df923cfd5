(* problem=find_set track=no-solution solution={2} *)
unfolding find_set_solution_def by auto
