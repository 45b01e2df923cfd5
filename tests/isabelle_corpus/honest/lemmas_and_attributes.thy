(* problem=comm *)
named_theorems handy

lemma handy_comm [handy]: "(x::nat) + y = y + x"
  by simp

lemmas both = handy_comm add.assoc

by (simp add: handy)
