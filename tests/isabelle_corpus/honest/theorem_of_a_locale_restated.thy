(* problem=in_locale *)
theory in_locale imports Main
begin

locale starts =
  fixes f :: "nat \<Rightarrow> nat"
  assumes f_zero: "f 0 = 0"
begin

lemma zero_again: "f (0 * n) = f 0"
  by simp

theorem in_locale: "f (0 * n) = 0"
  unfolding zero_again by (rule f_zero)

end

end
