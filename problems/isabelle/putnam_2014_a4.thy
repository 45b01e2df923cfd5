theory putnam_2014_a4 imports Complex_Main
begin

(* P n is the probability of the event X = n. *)

definition putnam_2014_a4_solution :: "real" where
  "putnam_2014_a4_solution \<equiv> undefined"
(* 1 / 3 *)
theorem putnam_2014_a4:
  fixes valid :: "(nat \<Rightarrow> real) \<Rightarrow> bool"
  assumes hvalid: "\<forall>P. valid P \<longleftrightarrow>
    (\<forall>n. 0 \<le> P n) \<and>
    P sums 1 \<and>
    (\<lambda>n. real n * P n) sums 1 \<and>
    (\<lambda>n. real n ^ 2 * P n) sums 2 \<and>
    (\<lambda>n. real n ^ 3 * P n) sums 5"
  shows "(\<exists>P. valid P \<and> P 0 = putnam_2014_a4_solution) \<and>
    (\<forall>P. valid P \<longrightarrow> putnam_2014_a4_solution \<le> P 0)"
  sorry

end
