theory absurd_locale imports Main
begin

locale starts =
  fixes f :: "nat \<Rightarrow> nat"
  assumes f_zero: "f 0 = 0"
begin

theorem absurd_locale: "f 1 = 1"
  sorry

end

end
