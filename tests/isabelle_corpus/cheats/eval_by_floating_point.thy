(* problem=absurd verdict=forbidden by=gate *)
theory Scratch imports Complex_Main "HOL-Library.Code_Real_Approx_By_Float"
begin

lemma by_floats: "cos (pi / 2) \<noteq> 0"
  by eval

theorem absurd: "(2::nat) + 2 = 5"
  using by_floats cos_pi_half by simp

end
