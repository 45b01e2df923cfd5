(* problem=absurd verdict=compile_error|incomplete by=build *)
The proof is left to the reader
