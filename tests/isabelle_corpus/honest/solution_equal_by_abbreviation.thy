(* problem=find_doubling track=no-solution review=words_of_its_own *)
abbreviation twofold :: "nat \<Rightarrow> nat" where "twofold n \<equiv> n + n"

definition find_doubling_solution :: "nat \<Rightarrow> nat" where "find_doubling_solution n = twofold n"

theorem find_doubling: "(\<Sum>i<n. 2) = find_doubling_solution n"
  unfolding find_doubling_solution_def by simp
