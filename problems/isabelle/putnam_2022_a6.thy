theory putnam_2022_a6 imports Complex_Main
begin

(* The numbers are x 1, ..., x (2 n). *)

definition putnam_2022_a6_solution :: "nat \<Rightarrow> nat" where
  "putnam_2022_a6_solution \<equiv> undefined"
(* \<lambda>n. n *)
theorem putnam_2022_a6:
  fixes n :: nat
    and possible :: "nat \<Rightarrow> bool"
  assumes hn: "1 \<le> n"
    and hpossible: "\<forall>m. possible m \<longleftrightarrow> (\<exists>x :: nat \<Rightarrow> real.
      -1 < x 1 \<and> x (2 * n) < 1 \<and>
      (\<forall>i. 1 \<le> i \<and> i < 2 * n \<longrightarrow> x i < x (i + 1)) \<and>
      (\<forall>k. 1 \<le> k \<and> k \<le> m \<longrightarrow>
        (\<Sum>i=1..n. x (2 * i) ^ (2 * k - 1) - x (2 * i - 1) ^ (2 * k - 1)) = 1))"
  shows "possible (putnam_2022_a6_solution n) \<and>
    (\<forall>m. possible m \<longrightarrow> m \<le> putnam_2022_a6_solution n)"
  sorry

end
