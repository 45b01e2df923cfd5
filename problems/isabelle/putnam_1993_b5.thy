theory putnam_1993_b5 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* The four points are P 0, ..., P 3. *)

theorem putnam_1993_b5:
  shows "\<not> (\<exists>P :: nat \<Rightarrow> real^2. \<forall>i j. i < j \<and> j < 4 \<longrightarrow>
    (\<exists>k :: int. dist (P i) (P j) = 2 * real_of_int k + 1))"
  sorry

end
