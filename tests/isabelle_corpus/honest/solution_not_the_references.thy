(* problem=find_root track=no-solution solution=-2 review=not_shown *)
unfolding find_root_solution_def by simp
