(* problem=absurd verdict=forbidden by=gate *)
declare [[smt_solver = z3, z3_options = "trace=true trace_file_name=ROOT"]]

by simp
