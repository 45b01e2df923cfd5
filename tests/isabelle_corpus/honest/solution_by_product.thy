(* problem=find_n track=no-solution solution=2*2 *)
unfolding find_n_solution_def by simp
