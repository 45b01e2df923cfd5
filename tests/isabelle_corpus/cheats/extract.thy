(* problem=absurd verdict=forbidden by=gate *)
extract rev_rev_ident

by simp
