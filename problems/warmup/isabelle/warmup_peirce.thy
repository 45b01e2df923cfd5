theory warmup_peirce imports Main
begin

theorem warmup_peirce:
  shows "((P \<longrightarrow> Q) \<longrightarrow> P) \<longrightarrow> P"
  sorry

end
