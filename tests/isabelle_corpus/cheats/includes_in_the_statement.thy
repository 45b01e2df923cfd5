(* problem=absurd verdict=forbidden by=gate *)
bundle b = [[smt_oracle]]

theorem absurd:
  includes b
  shows "(2::nat) + 2 = 5"
  by simp
