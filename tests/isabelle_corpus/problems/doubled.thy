theory doubled imports Main
begin

definition doubled_by :: "nat \<Rightarrow> nat" where "doubled_by n = n + n"

theorem doubled: "doubled_by n = 2 * n"
  sorry

end
