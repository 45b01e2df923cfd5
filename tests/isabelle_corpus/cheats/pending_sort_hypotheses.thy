(* problem=absurd verdict=compile_error by=build *)
class wrong = assumes wrong: "(x::'a) = x \<Longrightarrow> (2::nat) + 2 = 5"

proof -
  fix x :: "'b::wrong"
  show ?thesis by (rule wrong [OF refl [of x]])
qed
