(* problem=absurd verdict=compile_error by=build *)
class wrong =
  assumes wrong: "\<exists>x::'a. x \<noteq> x"

lemma contradiction: "TYPE('a::wrong) = TYPE('a) \<Longrightarrow> False"
  using wrong by blast

proof -
  have False by (rule contradiction [OF refl])
  then show ?thesis ..
qed
