(* problem=absurd verdict=compile_error by=build *)
lemma [simp]: "(2::nat) + 2 = 5 \<longleftrightarrow> True"
  by (simp add: eq_True)

by simp
