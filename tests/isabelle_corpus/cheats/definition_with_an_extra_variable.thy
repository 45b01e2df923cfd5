(* problem=absurd verdict=compile_error by=build *)
definition five :: nat where "five = m"

using five_def [of 1] five_def [of 2] by simp
