(* problem=witness *)
lemma got:
  assumes "\<exists>x::nat. P x \<and> Q x"
  obtains x where "Q x"
  using assms by blast

theorem witness:
  assumes h: "\<exists>x::nat. P x \<and> Q x"
  shows "\<exists>x. Q x"
proof -
  obtain x where "Q x" using got [OF h] by blast
  then show ?thesis ..
qed
