theory putnam_1985_a5 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* The solution lists all such m. *)

definition putnam_1985_a5_solution :: "nat list" where
  "putnam_1985_a5_solution \<equiv> undefined"
(* [3, 4, 7, 8] *)
theorem putnam_1985_a5:
  fixes I :: "nat \<Rightarrow> real"
  assumes hI: "\<forall>m. I m = integral {0..2 * pi} (\<lambda>x. \<Prod>k=1..m. cos (real k * x))"
  shows "\<forall>m. ((1 \<le> m \<and> m \<le> 10) \<and> I m \<noteq> 0) \<longleftrightarrow> m \<in> set putnam_1985_a5_solution"
  sorry

end
