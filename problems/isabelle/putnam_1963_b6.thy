theory putnam_1963_b6 imports Complex_Main
"HOL-Analysis.Analysis"
begin

theorem putnam_1963_b6:
  fixes S :: "'a::euclidean_space set \<Rightarrow> 'a set"
    and A :: "nat \<Rightarrow> 'a set"
  assumes hd: "DIM('a) \<le> 3"
    and hS: "\<forall>B. S B = {x. \<exists>p\<in>B. \<exists>q\<in>B. x \<in> closed_segment p q}"
    and hA0: "A 0 \<noteq> {}"
    and hA: "\<forall>n. A (n + 1) = S (A n)"
  shows "\<forall>n. 2 \<le> n \<longrightarrow> A n = A 2"
  sorry

end
