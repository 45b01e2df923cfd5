(* problem=comm *)
definition joined :: "nat \<Rightarrow> nat \<Rightarrow> nat" (infixl "\<oplus>" 65) where "x \<oplus> y = x + y"

lemma joined_comm: "x \<oplus> y = y \<oplus> x"
  unfolding joined_def by simp

by simp
