(* problem=swap *)
apply (rule conjI)
  using h by simp_all
