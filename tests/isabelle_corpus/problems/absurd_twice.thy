theory absurd_twice imports Main
begin

definition twice :: "nat \<Rightarrow> nat" where "twice n = n + n"

theorem absurd_twice: "twice 4 = 15"
  sorry

end
