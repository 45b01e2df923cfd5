(* problem=find_n track=no-solution solution=1+3 *)
unfolding find_n_solution_def by simp
