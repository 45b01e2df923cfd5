(* problem=find_n *)
unfolding find_n_solution_def by simp
