(* problem=absurd verdict=forbidden by=gate *)
realizers exI: "x"

by simp
