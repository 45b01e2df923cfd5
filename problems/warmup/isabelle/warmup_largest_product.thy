theory warmup_largest_product imports Complex_Main
begin

definition warmup_largest_product_solution :: "real" where
  "warmup_largest_product_solution \<equiv> undefined"
(* 25 *)
theorem warmup_largest_product:
  shows "(\<exists>x :: real. x * (10 - x) = warmup_largest_product_solution) \<and>
    (\<forall>x :: real. x * (10 - x) \<le> warmup_largest_product_solution)"
  sorry

end
