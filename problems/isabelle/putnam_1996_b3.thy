theory putnam_1996_b3 imports Complex_Main
begin

(* The numbers x_1, ..., x_n are x 0, ..., x (n - 1). *)

definition putnam_1996_b3_solution :: "int \<Rightarrow> int" where
  "putnam_1996_b3_solution \<equiv> undefined"
(* \<lambda>n. (2 * n ^ 3 + 3 * n ^ 2 - 11 * n + 18) div 6 *)
theorem putnam_1996_b3:
  fixes n :: nat
    and arrangement :: "(nat \<Rightarrow> int) \<Rightarrow> bool"
    and total :: "(nat \<Rightarrow> int) \<Rightarrow> int"
  assumes hn: "2 \<le> n"
    and harrangement: "\<forall>x. arrangement x \<longleftrightarrow>
      (\<forall>v. (1 \<le> v \<and> v \<le> int n) \<longleftrightarrow> (\<exists>i. i < n \<and> x i = v))"
    and htotal: "\<forall>x. total x = (\<Sum>i<n. x i * x ((i + 1) mod n))"
  shows "(\<exists>x. arrangement x \<and> total x = putnam_1996_b3_solution (int n)) \<and>
    (\<forall>x. arrangement x \<longrightarrow> total x \<le> putnam_1996_b3_solution (int n))"
  sorry

end
