theory putnam_1966_a5 imports Complex_Main
begin

(* T acts on continuous functions; what it does to others is left open. *)

theorem putnam_1966_a5:
  fixes T :: "(real \<Rightarrow> real) \<Rightarrow> (real \<Rightarrow> real)"
  assumes hT: "\<forall>f. continuous_on UNIV f \<longrightarrow> continuous_on UNIV (T f)"
    and hlinear: "\<forall>a b f g. continuous_on UNIV f \<and> continuous_on UNIV g \<longrightarrow>
      (\<forall>x. T (\<lambda>y. a * f y + b * g y) x = a * T f x + b * T g x)"
    and hlocal: "\<forall>f g a b. continuous_on UNIV f \<and> continuous_on UNIV g \<and> a < b \<and>
      (\<forall>x\<in>{a<..<b}. f x = g x) \<longrightarrow> (\<forall>x\<in>{a<..<b}. T f x = T g x)"
  shows "\<exists>f. continuous_on UNIV f \<and> (\<forall>g. continuous_on UNIV g \<longrightarrow> (\<forall>x. T g x = f x * g x))"
  sorry

end
