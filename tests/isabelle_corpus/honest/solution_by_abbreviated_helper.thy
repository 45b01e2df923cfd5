(* problem=flip_twice track=no-solution *)
definition one_more :: "nat \<Rightarrow> nat" where "one_more n = n + 1"

definition flip_twice_solution :: nat where "flip_twice_solution = one_more 1"

theorem flip_twice: "flip (flip s) = s \<and> s \<in> both \<and> flip_twice_solution = 2"
  unfolding flip_twice_solution_def one_more_def both_def by (cases s) simp_all
