theory crlf imports Complex_Main
begin

theorem crlf:
  fixes a b :: nat
  shows "a + b = b + a"
  sorry

end
