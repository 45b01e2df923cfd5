theory swap imports Main
begin

theorem swap:
  assumes h: "A \<and> B"
  shows "B \<and> A"
  sorry

end
