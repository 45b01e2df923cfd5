(* problem=absurd verdict=forbidden by=gate *)
lemma x: "True \<comment> \<open>@{ML \<open>exit 0\<close>}\<close>"
  by simp

by simp
