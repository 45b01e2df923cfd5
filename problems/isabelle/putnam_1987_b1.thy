theory putnam_1987_b1 imports Complex_Main
"HOL-Analysis.Analysis"
begin

definition putnam_1987_b1_solution :: "real" where
  "putnam_1987_b1_solution \<equiv> undefined"
(* 1 *)
theorem putnam_1987_b1:
  shows "((\<lambda>x. sqrt (ln (9 - x)) / (sqrt (ln (9 - x)) + sqrt (ln (x + 3))))
    has_integral putnam_1987_b1_solution) {2..4}"
  sorry

end
