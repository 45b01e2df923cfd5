(* problem=least_point *)
theorem least_point: "\<lbrakk>(c::real) > 0; \<forall>x. f x = c * x\<rbrakk> \<Longrightarrow> f 0 = 0 \<and> (\<forall>x>0. f x > 0)"
  by simp
