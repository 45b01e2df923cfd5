theory putnam_1980_b6 imports Complex_Main
"HOL-Computational_Algebra.Primes"
begin

theorem putnam_1980_b6:
  fixes G :: "nat \<Rightarrow> nat \<Rightarrow> rat"
    and d p :: nat
  assumes hG1: "\<forall>n. 1 \<le> n \<longrightarrow> G 1 n = 1 / of_nat n"
    and hG: "\<forall>d n. 1 < d \<and> d \<le> n \<longrightarrow>
      G d n = of_nat d / of_nat n * (\<Sum>i=d..n. G (d - 1) (i - 1))"
    and hp: "prime p"
    and hdp: "1 < d \<and> d \<le> p"
  shows "\<not> int p dvd snd (quotient_of (G d p))"
  sorry

end
