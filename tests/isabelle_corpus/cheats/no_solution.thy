(* problem=absurd_answer verdict=compile_error by=assembly track=no-solution *)
by simp
