theory comm imports Complex_Main
begin

theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  sorry

end
