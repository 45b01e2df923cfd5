theory find_doubling imports Main
begin

definition find_doubling_solution :: "nat \<Rightarrow> nat" where "find_doubling_solution \<equiv> undefined"
(* \<lambda>n. 2 * n *)
theorem find_doubling: "(\<Sum>i<n. 2) = find_doubling_solution n"
  sorry

end
