(* problem=absurd verdict=incomplete by=gate *)
sorry
