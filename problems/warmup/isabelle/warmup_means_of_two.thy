theory warmup_means_of_two imports Complex_Main
begin

theorem warmup_means_of_two:
  fixes x y :: real
  shows "x * y \<le> (x ^ 2 + y ^ 2) / 2"
  sorry

end
