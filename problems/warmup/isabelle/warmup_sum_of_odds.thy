theory warmup_sum_of_odds imports Main
begin

theorem warmup_sum_of_odds:
  fixes s :: "nat \<Rightarrow> nat"
  assumes hs0: "s 0 = 0"
    and hs: "\<forall>n. s (n + 1) = s n + (2 * n + 1)"
  shows "\<forall>n. s n = n * n"
  sorry

end
