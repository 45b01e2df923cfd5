theory square_bound imports Complex_Main
begin

theorem square_bound:
  fixes x y :: real
  shows "2 * x * y \<le> x^2 + y^2"
  sorry

end
