theory warmup_sum_to_fifty imports Main
begin

definition warmup_sum_to_fifty_solution :: "nat" where
  "warmup_sum_to_fifty_solution \<equiv> undefined"
(* 1275 *)
theorem warmup_sum_to_fifty:
  fixes s :: "nat \<Rightarrow> nat"
  assumes hs0: "s 0 = 0"
    and hs: "\<forall>n. s (n + 1) = s n + (n + 1)"
  shows "s 50 = warmup_sum_to_fifty_solution"
  sorry

end
