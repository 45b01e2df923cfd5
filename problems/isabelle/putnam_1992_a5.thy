theory putnam_1992_a5 imports Complex_Main
begin

(* The binary digit of n at 2^i is 1 if n div 2^i is odd. *)

theorem putnam_1992_a5:
  fixes ones a :: "nat \<Rightarrow> nat"
  assumes hones: "\<forall>n. 1 \<le> n \<longrightarrow> ones n = card {i. odd (n div 2 ^ i)}"
    and ha: "\<forall>n. 1 \<le> n \<longrightarrow> a n = (if even (ones n) then 0 else 1)"
  shows "\<not> (\<exists>k m. 1 \<le> k \<and> 1 \<le> m \<and> (\<forall>j. j \<le> m - 1 \<longrightarrow>
    a (k + j) = a (k + m + j) \<and> a (k + m + j) = a (k + 2 * m + j)))"
  sorry

end
