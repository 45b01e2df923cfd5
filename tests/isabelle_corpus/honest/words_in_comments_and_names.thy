(* problem=comm *)
(* sorry, this was by (tactic \<dots>) with ML once; oops *)
lemma sorry_free: "(x::nat) + y = y + x"
  by simp

lemma ML_free: "True" and setup_free: "True"
  by simp_all

by (rule sorry_free) (* sorry *)
