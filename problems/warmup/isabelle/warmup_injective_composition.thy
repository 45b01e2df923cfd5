theory warmup_injective_composition imports Main
begin

theorem warmup_injective_composition:
  fixes f :: "'a \<Rightarrow> 'b"
    and g :: "'b \<Rightarrow> 'c"
  assumes hf: "\<forall>x y. f x = f y \<longrightarrow> x = y"
    and hg: "\<forall>x y. g x = g y \<longrightarrow> x = y"
  shows "\<forall>x y. g (f x) = g (f y) \<longrightarrow> x = y"
  sorry

end
