(* problem=absurd verdict=forbidden by=gate *)
adhoc_overloading plus times

by simp
