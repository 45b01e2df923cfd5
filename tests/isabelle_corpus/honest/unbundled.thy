(* problem=comm *)
unbundle lattice_syntax

lemma meet: "(x::nat) \<sqinter> y = min x y"
  by (simp add: inf_min)

by simp
