theory warmup_squares_modulo_four imports Main
begin

definition warmup_squares_modulo_four_solution :: "int set" where
  "warmup_squares_modulo_four_solution \<equiv> undefined"
(* {0, 1} *)
theorem warmup_squares_modulo_four:
  shows "\<forall>r :: int. (\<exists>n :: int. n * n mod 4 = r) \<longleftrightarrow> r \<in> warmup_squares_modulo_four_solution"
  sorry

end
