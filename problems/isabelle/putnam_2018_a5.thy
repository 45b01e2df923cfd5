theory putnam_2018_a5 imports Complex_Main
"HOL-Analysis.Analysis"
begin

theorem putnam_2018_a5:
  fixes f :: "real \<Rightarrow> real"
  assumes hsmooth: "\<forall>n x. ((deriv ^^ n) f) differentiable (at x)"
    and h0: "f 0 = 0"
    and h1: "f 1 = 1"
    and hnonneg: "\<forall>x. 0 \<le> f x"
  shows "\<exists>n x. 1 \<le> n \<and> (deriv ^^ n) f x < 0"
  sorry

end
