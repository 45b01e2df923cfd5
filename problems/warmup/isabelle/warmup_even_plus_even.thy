theory warmup_even_plus_even imports Main
begin

theorem warmup_even_plus_even:
  fixes a b :: int
  assumes ha: "\<exists>k. a = 2 * k"
    and hb: "\<exists>k. b = 2 * k"
  shows "\<exists>k. a + b = 2 * k"
  sorry

end
