(* problem=absurd_twice verdict=compile_error by=build *)
record wrap = twice :: nat

by simp
