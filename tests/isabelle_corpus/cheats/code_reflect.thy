(* problem=absurd verdict=forbidden by=gate *)
code_reflect Thm functions Suc

by simp
