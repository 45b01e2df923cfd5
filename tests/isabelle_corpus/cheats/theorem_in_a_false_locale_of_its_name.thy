(* problem=absurd verdict=statement_changed by=audit:theorems *)
locale absurd = assumes wrong: False
begin
theorem absurd: "(2::nat) + 2 = 5"
  using wrong by simp
end
