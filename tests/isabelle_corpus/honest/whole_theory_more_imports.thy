(* problem=comm *)
theory comm
  imports Complex_Main "HOL-Library.Multiset"
begin

lemma sizes: "size {#x, y#} = 2"
  by simp

theorem comm:
  fixes a b :: nat
  shows "a + b = b + a"
  by simp

end
