(* problem=absurd verdict=incomplete by=gate *)
instance nat :: finite
  sorry

by simp
