(* problem=absurd verdict=forbidden by=gate *)
sledgehammer_params [timeout = 1000]

by simp
