theory putnam_2017_a4 imports Complex_Main
begin

theorem putnam_2017_a4:
  fixes Student :: "'a set"
    and N :: nat
    and score :: "'a \<Rightarrow> nat"
    and average :: "'a set \<Rightarrow> rat"
  assumes hfinite: "finite Student"
    and hN: "card Student = 2 * N"
    and hscore: "\<forall>s\<in>Student. score s \<le> 10"
    and hall: "\<forall>k \<le> 10. \<exists>s\<in>Student. score s = k"
    and haverage: "\<forall>A. average A = (\<Sum>s\<in>A. of_nat (score s)) / of_nat (card A)"
    and htotal: "average Student = 74 / 10"
  shows "\<exists>A \<subseteq> Student. card A = N \<and> card (Student - A) = N \<and>
    average A = 74 / 10 \<and> average (Student - A) = 74 / 10"
  sorry

end
