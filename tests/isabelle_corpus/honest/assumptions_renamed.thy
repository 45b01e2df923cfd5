(* problem=least_point *)
theorem least_point:
  fixes f :: "real \<Rightarrow> real" and c :: real
  assumes c_pos: "0 < c"
    and lin: "\<And>x. f x = c * x"
  shows "f 0 = 0 \<and> (\<forall>x>0. f x > 0)"
  using assms by simp
