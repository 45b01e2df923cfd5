theory warmup_triangular_numbers imports Main
begin

theorem warmup_triangular_numbers:
  fixes s :: "nat \<Rightarrow> nat"
  assumes hs0: "s 0 = 0"
    and hs: "\<forall>n. s (n + 1) = s n + (n + 1)"
  shows "\<forall>n. 2 * s n = n * (n + 1)"
  sorry

end
