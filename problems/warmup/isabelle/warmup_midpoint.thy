theory warmup_midpoint imports Complex_Main
begin

theorem warmup_midpoint:
  fixes x y :: real
  assumes hxy: "x < y"
  shows "x < (x + y) / 2 \<and> (x + y) / 2 < y"
  sorry

end
