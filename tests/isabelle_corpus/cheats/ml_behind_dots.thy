(* problem=absurd verdict=forbidden by=gate *)
lemma x: "True"..ML \<open>exit 0\<close>

by simp
