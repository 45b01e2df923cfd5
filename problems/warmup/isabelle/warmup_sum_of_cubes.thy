theory warmup_sum_of_cubes imports Main
begin

theorem warmup_sum_of_cubes:
  fixes s t :: "nat \<Rightarrow> nat"
  assumes hs0: "s 0 = 0"
    and ht0: "t 0 = 0"
    and hs: "\<forall>n. s (n + 1) = s n + (n + 1) ^ 3"
    and ht: "\<forall>n. t (n + 1) = t n + (n + 1)"
  shows "\<forall>n. s n = t n ^ 2"
  sorry

end
