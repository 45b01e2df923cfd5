(* problem=absurd verdict=forbidden by=gate *)
nonterminal thing

by simp
