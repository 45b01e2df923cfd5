(* problem=absurd verdict=statement_changed by=audit:theorems *)
class wrong = assumes wrong: "\<exists>x::'a. x \<noteq> x"

theorem (in wrong) absurd: "(2::nat) + 2 = 5"
  using wrong by simp
