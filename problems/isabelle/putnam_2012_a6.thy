theory putnam_2012_a6 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* The solution says whether f must vanish everywhere. A rectangle of area 1: its corner is (a, b),
   its sides have the lengths w and 1 / w and the directions (cos t, sin t) and (- sin t, cos t). *)

definition putnam_2012_a6_solution :: "bool" where
  "putnam_2012_a6_solution \<equiv> undefined"
(* True *)
theorem putnam_2012_a6:
  shows "putnam_2012_a6_solution \<longleftrightarrow>
    (\<forall>f :: real \<times> real \<Rightarrow> real. continuous_on UNIV f \<and>
      (\<forall>a b t w. 0 < w \<longrightarrow>
        integral {0..w} (\<lambda>r. integral {0..1 / w} (\<lambda>s.
          f (a + r * cos t - s * sin t, b + r * sin t + s * cos t))) = 0) \<longrightarrow>
      (\<forall>p. f p = 0))"
  sorry

end
