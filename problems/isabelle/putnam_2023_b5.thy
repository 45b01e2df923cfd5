theory putnam_2023_b5 imports Complex_Main
begin

(* f permutes 1, ..., n. *)

definition putnam_2023_b5_solution :: "int set" where
  "putnam_2023_b5_solution \<equiv> undefined"
(* {n. n = 1 \<or> n mod 4 = 2} *)
theorem putnam_2023_b5:
  fixes n :: int
  assumes hn: "1 \<le> n"
  shows "(\<forall>m :: int. gcd m n = 1 \<longrightarrow> (\<exists>f :: int \<Rightarrow> int.
      (\<forall>k. 1 \<le> k \<and> k \<le> n \<longrightarrow> 1 \<le> f k \<and> f k \<le> n) \<and>
      (\<forall>j k. 1 \<le> j \<and> j \<le> n \<and> 1 \<le> k \<and> k \<le> n \<and> f j = f k \<longrightarrow> j = k) \<and>
      (\<forall>k. 1 \<le> k \<and> k \<le> n \<longrightarrow> f (f k) mod n = (m * k) mod n))) \<longleftrightarrow>
    n \<in> putnam_2023_b5_solution"
  sorry

end
