theory find_set imports Main
begin

definition find_set_solution :: "nat set" where "find_set_solution \<equiv> undefined"
(* {2} *)
theorem find_set: "{n::nat. n + n = 4 \<and> n < 10} = find_set_solution"
  sorry

end
