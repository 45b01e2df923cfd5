theory warmup_every_third_fibonacci imports Main
begin

theorem warmup_every_third_fibonacci:
  fixes F :: "nat \<Rightarrow> nat"
  assumes hF0: "F 0 = 0"
    and hF1: "F 1 = 1"
    and hF: "\<forall>n. F (n + 2) = F (n + 1) + F n"
  shows "\<forall>n. \<exists>k. F (3 * n) = 2 * k"
  sorry

end
