theory warmup_de_morgan imports Main
begin

theorem warmup_de_morgan:
  shows "\<not> (P \<or> Q) \<longleftrightarrow> \<not> P \<and> \<not> Q"
  sorry

end
