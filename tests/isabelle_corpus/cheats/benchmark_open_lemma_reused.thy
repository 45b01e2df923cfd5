(* problem=absurd_open verdict=compile_error by=build *)
using of_the_benchmark by simp
