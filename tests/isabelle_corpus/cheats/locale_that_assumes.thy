(* problem=absurd verdict=statement_changed by=audit:theorems *)
locale wrong =
  assumes wrong: "False"
begin

using wrong by simp
