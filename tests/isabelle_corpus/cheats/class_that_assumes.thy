(* problem=absurd verdict=statement_changed by=audit:theorems *)
class wrong =
  assumes wrong: "False"
begin

using wrong by simp
