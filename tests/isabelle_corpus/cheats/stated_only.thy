(* problem=absurd verdict=incomplete by=assembly *)
theorem absurd: "(2::nat) + 2 = 5"
