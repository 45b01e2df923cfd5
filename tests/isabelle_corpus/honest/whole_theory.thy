(* problem=comm *)
theory Scratch
  imports Complex_Main
begin

lemma aux: "(x::nat) + y = y + x"
  by simp

theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  by (rule aux)

end
