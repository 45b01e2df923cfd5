(* problem=absurd verdict=forbidden by=gate *)
nitpick_params [timeout = 1]

by simp
