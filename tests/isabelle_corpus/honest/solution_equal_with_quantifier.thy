(* problem=find_set track=no-solution review=the_reference_has_not *)
unfolding find_set_solution_def by auto
