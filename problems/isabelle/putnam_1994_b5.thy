theory putnam_1994_b5 imports Complex_Main
begin

theorem putnam_1994_b5:
  fixes f :: "real \<Rightarrow> real \<Rightarrow> real"
    and n :: nat
  assumes hf: "\<forall>alpha x. f alpha x = real_of_int \<lfloor>alpha * x\<rfloor>"
    and hn: "1 \<le> n"
  shows "\<exists>alpha. \<forall>k. 1 \<le> k \<and> k \<le> n \<longrightarrow>
    ((f alpha) ^^ k) (real n ^ 2) = real n ^ 2 - real k \<and>
    real n ^ 2 - real k = f (alpha ^ k) (real n ^ 2)"
  sorry

end
