theory least_point imports Complex_Main
begin

theorem least_point:
  fixes f :: "real \<Rightarrow> real" and c :: real
  assumes hc: "c > 0"
    and hf: "\<forall>x. f x = c * x"
  shows "f 0 = 0 \<and> (\<forall>x>0. f x > 0)"
  sorry

end
