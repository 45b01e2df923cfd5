(* problem=find_set track=no-solution *)
unfolding find_set_solution_def by auto
