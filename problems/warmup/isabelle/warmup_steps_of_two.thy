theory warmup_steps_of_two imports Main
begin

definition warmup_steps_of_two_solution :: "nat \<Rightarrow> nat" where
  "warmup_steps_of_two_solution \<equiv> undefined"
(* \<lambda>n. 2 * n + 3 *)
theorem warmup_steps_of_two:
  fixes f :: "nat \<Rightarrow> nat"
  assumes hf0: "f 0 = 3"
    and hf: "\<forall>n. f (n + 1) = f n + 2"
  shows "\<forall>n. f n = warmup_steps_of_two_solution n"
  sorry

end
