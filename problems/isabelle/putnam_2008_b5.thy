theory putnam_2008_b5 imports Complex_Main
begin

definition putnam_2008_b5_solution :: "(real \<Rightarrow> real) set" where
  "putnam_2008_b5_solution \<equiv> undefined"
(* {f. \<exists>n :: int. (\<forall>x. f x = real_of_int n + x) \<or> (\<forall>x. f x = real_of_int n - x)} *)
theorem putnam_2008_b5:
  fixes f :: "real \<Rightarrow> real"
  shows "((\<exists>f'. (\<forall>x. (f has_real_derivative f' x) (at x)) \<and> continuous_on UNIV f') \<and>
      (\<forall>q :: rat. \<exists>r :: rat. snd (quotient_of r) = snd (quotient_of q) \<and> f (of_rat q) = of_rat r)) \<longleftrightarrow>
    f \<in> putnam_2008_b5_solution"
  sorry

end
