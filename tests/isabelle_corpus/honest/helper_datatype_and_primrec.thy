(* problem=comm *)
datatype shade = Light | Dark

primrec flip :: "shade \<Rightarrow> shade" where
  "flip Light = Dark"
| "flip Dark = Light"

lemma flip_flip: "flip (flip s) = s"
  by (cases s) auto

by simp
