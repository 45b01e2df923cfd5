(* problem=find_set track=no-solution review=repeats *)
unfolding find_set_solution_def by auto
