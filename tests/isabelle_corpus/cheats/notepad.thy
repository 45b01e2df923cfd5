(* problem=absurd verdict=forbidden by=gate *)
notepad begin end

by simp
