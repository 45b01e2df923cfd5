(* problem=absurd verdict=compile_error by=build *)
lemma foo "x = x"
  by simp

by simp
