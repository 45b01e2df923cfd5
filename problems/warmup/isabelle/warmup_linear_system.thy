theory warmup_linear_system imports Main
begin

definition warmup_linear_system_solution :: "int \<times> int" where
  "warmup_linear_system_solution \<equiv> undefined"
(* (3, 2) *)
theorem warmup_linear_system:
  fixes x y :: int
  shows "(x + y = 5 \<and> x - y = 1) \<longleftrightarrow> (x, y) = warmup_linear_system_solution"
  sorry

end
