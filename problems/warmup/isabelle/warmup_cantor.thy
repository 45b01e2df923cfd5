theory warmup_cantor imports Main
begin

theorem warmup_cantor:
  fixes f :: "'a \<Rightarrow> 'a set"
  shows "\<exists>s. \<forall>a. f a \<noteq> s"
  sorry

end
