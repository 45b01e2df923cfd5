theory putnam_1981_b2 imports Complex_Main
begin

definition putnam_1981_b2_solution :: "real" where
  "putnam_1981_b2_solution \<equiv> undefined"
(* 12 - 8 * sqrt 2 *)
theorem putnam_1981_b2:
  fixes F :: "real \<Rightarrow> real \<Rightarrow> real \<Rightarrow> real"
  assumes hF: "\<forall>r s t. F r s t =
    (r - 1) ^ 2 + (s / r - 1) ^ 2 + (t / s - 1) ^ 2 + (4 / t - 1) ^ 2"
  shows "(\<exists>r s t. 1 \<le> r \<and> r \<le> s \<and> s \<le> t \<and> t \<le> 4 \<and> F r s t = putnam_1981_b2_solution) \<and>
    (\<forall>r s t. 1 \<le> r \<and> r \<le> s \<and> s \<le> t \<and> t \<le> 4 \<longrightarrow> putnam_1981_b2_solution \<le> F r s t)"
  sorry

end
