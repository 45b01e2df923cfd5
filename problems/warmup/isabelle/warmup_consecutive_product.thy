theory warmup_consecutive_product imports Main
begin

theorem warmup_consecutive_product:
  fixes n :: nat
  shows "\<exists>k. n * (n + 1) = 2 * k"
  sorry

end
