(* problem=absurd verdict=compile_error by=build *)
using \<open>(2::nat) + 2 = 5\<close> .
