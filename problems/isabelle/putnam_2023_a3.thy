theory putnam_2023_a3 imports Complex_Main
"HOL-Analysis.Analysis"
begin

definition putnam_2023_a3_solution :: "real" where
  "putnam_2023_a3_solution \<equiv> undefined"
(* pi / 2 *)
theorem putnam_2023_a3:
  fixes possible :: "real \<Rightarrow> bool"
  assumes hpossible: "\<forall>r. possible r \<longleftrightarrow> (\<exists>f g :: real \<Rightarrow> real.
    (\<forall>x. f differentiable (at x)) \<and> (\<forall>x. g differentiable (at x)) \<and>
    0 < f 0 \<and> g 0 = 0 \<and>
    (\<forall>x. \<bar>deriv f x\<bar> \<le> \<bar>g x\<bar>) \<and>
    (\<forall>x. \<bar>deriv g x\<bar> \<le> \<bar>f x\<bar>) \<and>
    f r = 0)"
  shows "0 < putnam_2023_a3_solution \<and> possible putnam_2023_a3_solution \<and>
    (\<forall>r. 0 < r \<and> possible r \<longrightarrow> putnam_2023_a3_solution \<le> r)"
  sorry

end
