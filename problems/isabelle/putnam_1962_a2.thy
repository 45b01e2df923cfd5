theory putnam_1962_a2 imports Complex_Main
"HOL-Analysis.Analysis"
begin

(* D is the domain: an interval whose least element is 0. Only the values of f on D matter. *)

definition putnam_1962_a2_solution :: "real set \<Rightarrow> (real \<Rightarrow> real) set" where
  "putnam_1962_a2_solution \<equiv> undefined"
(* \<lambda>D. {f. \<exists>a c. 0 < a \<and> (\<forall>x\<in>D. 0 < 1 - c * x \<and> f x = a / (1 - c * x) ^ 2)} *)
theorem putnam_1962_a2:
  fixes D :: "real set"
    and f :: "real \<Rightarrow> real"
  assumes hD: "\<forall>x y z. x \<in> D \<and> z \<in> D \<and> x \<le> y \<and> y \<le> z \<longrightarrow> y \<in> D"
    and hD0: "0 \<in> D"
    and hDmin: "\<forall>x\<in>D. 0 \<le> x"
    and hDpos: "\<exists>x\<in>D. 0 < x"
    and hf: "\<forall>x\<in>D. 0 < f x"
  shows "(\<forall>x\<in>D. 0 < x \<longrightarrow>
      f integrable_on {0..x} \<and> integral {0..x} f / x = sqrt (f 0 * f x)) \<longleftrightarrow>
    f \<in> putnam_1962_a2_solution D"
  sorry

end
