(* problem=absurd verdict=statement_changed by=audit:theorems *)
locale wrong = assumes wrong: False

theorem (in wrong) absurd: "(2::nat) + 2 = 5"
  using wrong by simp
