(* problem=find_doubling track=no-solution *)
definition twofold :: "nat \<Rightarrow> nat" where "twofold n = n + n"

definition find_doubling_solution :: "nat \<Rightarrow> nat" where "find_doubling_solution = twofold"

theorem find_doubling: "(\<Sum>i<n. 2) = find_doubling_solution n"
  unfolding find_doubling_solution_def twofold_def by simp
