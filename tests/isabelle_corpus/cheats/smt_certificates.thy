(* problem=absurd verdict=forbidden by=gate *)
declare [[smt_certificates = "/tmp/x"]]

by simp
