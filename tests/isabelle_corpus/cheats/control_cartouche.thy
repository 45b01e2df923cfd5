(* problem=absurd verdict=forbidden by=gate *)
lemma x: "True" \<^marker>\<open>tag important\<close>
  by simp

by simp
