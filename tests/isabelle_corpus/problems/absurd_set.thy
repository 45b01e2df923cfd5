theory absurd_set imports Main
begin

definition absurd_set_solution :: "nat set" where "absurd_set_solution \<equiv> undefined"
(* {0, 1} *)
theorem absurd_set: "{n::nat. n * n + 6 = 5 * n \<and> n < 9} = absurd_set_solution"
  sorry

end
