theory putnam_1978_a3 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* The exponent k ranges over the real numbers between 0 and 5. *)

definition putnam_1978_a3_solution :: "real" where
  "putnam_1978_a3_solution \<equiv> undefined"
(* 2 *)
theorem putnam_1978_a3:
  fixes p I :: "real \<Rightarrow> real"
  assumes hp: "\<forall>x. p x = 2 * (x ^ 6 + 1) + 4 * (x ^ 5 + x) + 3 * (x ^ 4 + x ^ 2) + 5 * x ^ 3"
    and hI: "\<forall>k. 0 < k \<and> k < 5 \<longrightarrow> ((\<lambda>x. x powr k / p x) has_integral I k) {0..}"
  shows "(0 < putnam_1978_a3_solution \<and> putnam_1978_a3_solution < 5) \<and>
    (\<forall>k. 0 < k \<and> k < 5 \<and> k \<noteq> putnam_1978_a3_solution \<longrightarrow> I putnam_1978_a3_solution < I k)"
  sorry

end
