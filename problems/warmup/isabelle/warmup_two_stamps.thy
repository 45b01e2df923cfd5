theory warmup_two_stamps imports Main
begin

definition warmup_two_stamps_solution :: "nat" where
  "warmup_two_stamps_solution \<equiv> undefined"
(* 7 *)
theorem warmup_two_stamps:
  shows "\<not> (\<exists>a b. warmup_two_stamps_solution = 3 * a + 5 * b) \<and>
    (\<forall>n. warmup_two_stamps_solution < n \<longrightarrow> (\<exists>a b. n = 3 * a + 5 * b))"
  sorry

end
