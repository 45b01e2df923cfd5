theory putnam_2010_a6 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* Only the values of f at nonnegative numbers matter. *)

theorem putnam_2010_a6:
  fixes f :: "real \<Rightarrow> real"
  assumes hdecreasing: "\<forall>x y. 0 \<le> x \<and> x < y \<longrightarrow> f y < f x"
    and hcontinuous: "continuous_on {0..} f"
    and hlim: "(f \<longlongrightarrow> 0) at_top"
  shows "\<not> (\<exists>l. ((\<lambda>t. integral {0..t} (\<lambda>x. (f x - f (x + 1)) / f x)) \<longlongrightarrow> l) at_top)"
  sorry

end
