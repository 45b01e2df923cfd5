(* problem=least_point *)
theorem least_point:
  fixes f :: "real \<Rightarrow> real" and c :: real
  assumes pos: "c > 0" and lin: "\<forall>t. f t = c * t"
  shows "f 0 = 0 \<and> (\<forall>y>0. f y > 0)"
  using pos lin by simp
