theory warmup_powers_of_two_grow imports Main
begin

theorem warmup_powers_of_two_grow:
  fixes n :: nat
  shows "n < 2 ^ n"
  sorry

end
