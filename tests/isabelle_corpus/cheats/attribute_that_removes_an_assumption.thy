(* problem=absurd verdict=compile_error by=build *)
theorem absurd [OF TrueI]: "(2::nat) + 2 = 5 \<Longrightarrow> (2::nat) + 2 = 5"
  by simp
