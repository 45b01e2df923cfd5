(* problem=absurd_answer verdict=forbidden by=gate track=no-solution *)
unfolding absurd_answer_solution_def by simp
