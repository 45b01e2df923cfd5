theory absurd_flip imports Main
begin

definition absurd_flip_solution :: nat where "absurd_flip_solution \<equiv> undefined"
(* 2 *)
datatype shade = Light | Dark

fun flip :: "shade \<Rightarrow> shade" where
  "flip Light = Dark"
| "flip Dark = Light"

inductive pale :: "shade \<Rightarrow> bool" where
  pale_light: "pale Light"

theorem absurd_flip: "flip Light = Light \<and> absurd_flip_solution = 2"
  sorry

end
