theory putnam_1988_a4 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* unavoidable k: however the plane is painted with the colors 0, ..., k - 1, two points at
   distance 1 have the same color. The solution answers for three and for nine colors. *)

definition putnam_1988_a4_solution :: "bool \<times> bool" where
  "putnam_1988_a4_solution \<equiv> undefined"
(* (True, False) *)
theorem putnam_1988_a4:
  fixes unavoidable :: "nat \<Rightarrow> bool"
  assumes hunavoidable: "\<forall>k. unavoidable k \<longleftrightarrow>
    (\<forall>color :: real^2 \<Rightarrow> nat. (\<forall>p. color p < k) \<longrightarrow> (\<exists>p q. dist p q = 1 \<and> color p = color q))"
  shows "(fst putnam_1988_a4_solution \<longleftrightarrow> unavoidable 3) \<and>
    (snd putnam_1988_a4_solution \<longleftrightarrow> unavoidable 9)"
  sorry

end
