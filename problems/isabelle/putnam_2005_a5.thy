theory putnam_2005_a5 imports Complex_Main
"HOL-Analysis.Analysis"
begin

definition putnam_2005_a5_solution :: "real" where
  "putnam_2005_a5_solution \<equiv> undefined"
(* pi / 8 * ln 2 *)
theorem putnam_2005_a5:
  shows "((\<lambda>x. ln (x + 1) / (x ^ 2 + 1)) has_integral putnam_2005_a5_solution) {0..1}"
  sorry

end
