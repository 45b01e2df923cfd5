theory in_locale imports Main
begin

locale starts =
  fixes f :: "nat \<Rightarrow> nat"
  assumes f_zero: "f 0 = 0"
begin

theorem in_locale: "f (0 * n) = 0"
  sorry

end

end
