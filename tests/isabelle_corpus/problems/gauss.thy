theory gauss imports Complex_Main
begin

theorem gauss:
  fixes n :: nat
  shows "2 * (\<Sum>i\<le>n. i) = n * (n + 1)"
  sorry

end
