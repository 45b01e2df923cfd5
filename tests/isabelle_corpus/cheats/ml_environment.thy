(* problem=absurd verdict=forbidden by=gate *)
declare [[ML_environment = "SML"]]

by simp
