theory putnam_2016_b5 imports Complex_Main
begin

(* Only the values of f at numbers above 1 matter. *)

definition putnam_2016_b5_solution :: "(real \<Rightarrow> real) set" where
  "putnam_2016_b5_solution \<equiv> undefined"
(* {f. \<exists>c > 0. \<forall>x. 1 < x \<longrightarrow> f x = x powr c} *)
theorem putnam_2016_b5:
  fixes f :: "real \<Rightarrow> real"
  shows "((\<forall>x. 1 < x \<longrightarrow> 1 < f x) \<and>
      (\<forall>x y. 1 < x \<and> 1 < y \<and> x ^ 2 \<le> y \<and> y \<le> x ^ 3 \<longrightarrow> f x ^ 2 \<le> f y \<and> f y \<le> f x ^ 3)) \<longleftrightarrow>
    f \<in> putnam_2016_b5_solution"
  sorry

end
