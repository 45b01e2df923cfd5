(* problem=absurd verdict=compile_error by=gate *)
text {* hidden *}

by simp
