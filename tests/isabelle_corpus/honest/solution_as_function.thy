(* problem=find_doubling track=no-solution *)
unfolding find_doubling_solution_def by simp
