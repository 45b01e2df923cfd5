(* problem=absurd verdict=forbidden by=gate *)
sledgehammer
  by simp
