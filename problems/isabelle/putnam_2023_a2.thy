theory putnam_2023_a2 imports Complex_Main
"HOL-Computational_Algebra.Polynomial"
begin

(* The solution lists all such x. *)

definition putnam_2023_a2_solution :: "nat \<Rightarrow> real list" where
  "putnam_2023_a2_solution \<equiv> undefined"
(* \<lambda>n. [1 / fact n, - (1 / fact n)] *)
theorem putnam_2023_a2:
  fixes n :: nat
    and p :: "real poly"
  assumes hn: "1 \<le> n"
    and heven: "even n"
    and hp: "lead_coeff p = 1 \<and> degree p = 2 * n"
    and hpk: "\<forall>k :: int. 1 \<le> \<bar>k\<bar> \<and> \<bar>k\<bar> \<le> int n \<longrightarrow>
      poly p (1 / real_of_int k) = real_of_int k ^ 2"
  shows "\<forall>x :: real.
    (x \<noteq> 0 \<and>
      (\<forall>k :: int. 1 \<le> \<bar>k\<bar> \<and> \<bar>k\<bar> \<le> int n \<longrightarrow> x \<noteq> real_of_int k) \<and>
      poly p (1 / x) = x ^ 2) \<longleftrightarrow>
    x \<in> set (putnam_2023_a2_solution n)"
  sorry

end
