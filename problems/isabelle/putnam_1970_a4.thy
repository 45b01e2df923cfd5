theory putnam_1970_a4 imports Complex_Main
begin

theorem putnam_1970_a4:
  fixes x :: "nat \<Rightarrow> real"
  assumes hx: "(\<lambda>n. x (n + 2) - x n) \<longlonglongrightarrow> 0"
  shows "(\<lambda>n. (x (n + 1) - x n) / (real n + 1)) \<longlonglongrightarrow> 0"
  sorry

end
