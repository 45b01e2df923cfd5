(* problem=absurd verdict=compile_error by=build *)
definition five :: nat where "five = Suc five"

using five_def by simp
