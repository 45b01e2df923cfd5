(* problem=absurd verdict=compile_error by=build *)
declare [[ML_read_global = false]]

by simp
