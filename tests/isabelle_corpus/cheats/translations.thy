(* problem=absurd verdict=forbidden by=gate *)
translations "x + y" \<rightharpoonup> "CONST undefined x y"

by simp
