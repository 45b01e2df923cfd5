(* problem=absurd_locale verdict=statement_changed by=audit:theorems *)
theorem (in -) absurd_locale: "starts f \<Longrightarrow> f 0 = 0"
  by (simp add: starts_def)
