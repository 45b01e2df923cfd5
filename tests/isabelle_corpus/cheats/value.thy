(* problem=absurd verdict=forbidden by=gate *)
value "(2::nat) + 2"

by simp
