(* problem=comm *)
definition total :: "nat \<Rightarrow> nat \<Rightarrow> nat" where "total x y = x + y"

lemma total_commute: "total x y = total y x"
  unfolding total_def by simp

theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  using total_commute[of a b] unfolding total_def .
