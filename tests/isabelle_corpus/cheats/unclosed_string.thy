(* problem=absurd verdict=compile_error by=gate *)
by (simp add: "x)
