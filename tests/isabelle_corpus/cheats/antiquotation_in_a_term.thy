(* problem=absurd verdict=forbidden by=gate *)
by (simp add: "@{ML x}")
