(* problem=comm *)
lemma aux: "(x::nat) + y = y + x"
  by simp

by (rule aux)
