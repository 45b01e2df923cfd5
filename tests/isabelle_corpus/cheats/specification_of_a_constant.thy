(* problem=absurd_const verdict=statement_changed by=audit:redefined *)
specification (mystery) three: "mystery = 3"
  by simp

by (rule three)
