theory putnam_1963_a2 imports Complex_Main
begin

(* The sequence is f 1, f 2, ...; nothing is said of f 0. *)

theorem putnam_1963_a2:
  fixes f :: "nat \<Rightarrow> nat"
  assumes hpos: "\<forall>n. 1 \<le> n \<longrightarrow> 1 \<le> f n"
    and hinc: "\<forall>m n. 1 \<le> m \<and> m < n \<longrightarrow> f m < f n"
    and h2: "f 2 = 2"
    and hmul: "\<forall>m n. 1 \<le> m \<and> 1 \<le> n \<and> gcd m n = 1 \<longrightarrow> f (m * n) = f m * f n"
  shows "\<forall>n. 1 \<le> n \<longrightarrow> f n = n"
  sorry

end
