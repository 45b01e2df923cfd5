(* problem=find_n track=no-solution solution=4 *)
unfolding find_n_solution_def by simp
