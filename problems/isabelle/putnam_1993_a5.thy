theory putnam_1993_a5 imports Complex_Main
"HOL-Analysis.Analysis"
begin

theorem putnam_1993_a5:
  fixes f :: "real \<Rightarrow> real"
  assumes hf: "\<forall>x. f x = ((x ^ 2 - x) / (x ^ 3 - 3 * x + 1)) ^ 2"
  shows "integral {-100..(-10)} f + integral {1 / 101..1 / 11} f + integral {101 / 100..11 / 10} f \<in> \<rat>"
  sorry

end
