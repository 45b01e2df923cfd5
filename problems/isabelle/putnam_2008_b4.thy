theory putnam_2008_b4 imports Complex_Main
"HOL-Computational_Algebra.Polynomial"
"HOL-Computational_Algebra.Primes"
begin

theorem putnam_2008_b4:
  fixes p :: int
    and h :: "int poly"
  assumes hp: "prime p"
    and hp2: "\<forall>i j. 0 \<le> i \<and> i < j \<and> j \<le> p ^ 2 - 1 \<longrightarrow> poly h i mod p ^ 2 \<noteq> poly h j mod p ^ 2"
  shows "\<forall>i j. 0 \<le> i \<and> i < j \<and> j \<le> p ^ 3 - 1 \<longrightarrow> poly h i mod p ^ 3 \<noteq> poly h j mod p ^ 3"
  sorry

end
