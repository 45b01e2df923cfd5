(* problem=absurd verdict=forbidden by=gate *)
using [[smt_oracle = true]] by smt
