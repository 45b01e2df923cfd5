(* problem=absurd_answer verdict=compile_error by=build *)
definition absurd_answer_solution :: nat where "absurd_answer_solution = 15"

unfolding absurd_answer_solution_def twice_def by simp
