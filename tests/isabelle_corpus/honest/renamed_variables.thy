(* problem=swap *)
theorem swap:
  assumes other: "A \<and> B"
  shows "B \<and> A"
  using other by simp
