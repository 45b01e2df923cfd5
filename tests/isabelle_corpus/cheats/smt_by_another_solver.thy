(* problem=absurd verdict=compile_error by=build *)
using [[smt_solver = cvc4]] by smt
