(* problem=absurd verdict=statement_changed by=audit:theorems *)
experiment
  fixes no :: bool
  assumes no: "False"
begin

using no by simp
