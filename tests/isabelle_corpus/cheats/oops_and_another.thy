(* problem=absurd verdict=incomplete by=gate *)
theorem absurd: "(2::nat) + 2 = 5"
  oops

theorem fine: "True"
  by simp
