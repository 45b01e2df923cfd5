(* problem=absurd verdict=compile_error by=assembly *)
theorem first: "True" and absurd: "(2::nat) + 2 = 4"
  by simp_all
