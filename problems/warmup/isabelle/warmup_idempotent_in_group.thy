theory warmup_idempotent_in_group imports Main
begin

theorem warmup_idempotent_in_group:
  fixes m :: "'a \<Rightarrow> 'a \<Rightarrow> 'a"
    and e :: 'a
    and i :: "'a \<Rightarrow> 'a"
    and x :: 'a
  assumes hassoc: "\<forall>a b c. m (m a b) c = m a (m b c)"
    and hunit: "\<forall>a. m e a = a"
    and hinv: "\<forall>a. m (i a) a = e"
    and hx: "m x x = x"
  shows "x = e"
  sorry

end
