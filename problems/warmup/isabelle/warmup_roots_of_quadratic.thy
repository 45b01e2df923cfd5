theory warmup_roots_of_quadratic imports Complex_Main
begin

definition warmup_roots_of_quadratic_solution :: "real set" where
  "warmup_roots_of_quadratic_solution \<equiv> undefined"
(* {2, 3} *)
theorem warmup_roots_of_quadratic:
  shows "\<forall>x :: real. x ^ 2 - 5 * x + 6 = 0 \<longleftrightarrow> x \<in> warmup_roots_of_quadratic_solution"
  sorry

end
