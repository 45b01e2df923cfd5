(* problem=absurd verdict=compile_error by=build *)
thm refl
term "PA_0 end"

by simp
