(* problem=absurd verdict=compile_error by=build *)
class wrong = assumes wrong: "(x::'a) = x \<Longrightarrow> (2::nat) + 2 = 5"

instance nat :: wrong
  by standard eval

by (rule wrong [of "0::nat"]) simp
