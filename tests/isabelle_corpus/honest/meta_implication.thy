(* problem=swap *)
theorem swap: "A \<and> B \<Longrightarrow> B \<and> A"
  by simp
