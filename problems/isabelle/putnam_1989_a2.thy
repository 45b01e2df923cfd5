theory putnam_1989_a2 imports Complex_Main
"HOL-Analysis.Analysis"
begin

definition putnam_1989_a2_solution :: "real \<Rightarrow> real \<Rightarrow> real" where
  "putnam_1989_a2_solution \<equiv> undefined"
(* \<lambda>a b. (exp (a ^ 2 * b ^ 2) - 1) / (a * b) *)
theorem putnam_1989_a2:
  fixes a b :: real
  assumes ha: "0 < a"
    and hb: "0 < b"
  shows "((\<lambda>x. integral {0..b} (\<lambda>y. exp (max (b ^ 2 * x ^ 2) (a ^ 2 * y ^ 2))))
    has_integral putnam_1989_a2_solution a b) {0..a}"
  sorry

end
