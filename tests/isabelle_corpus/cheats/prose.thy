(* problem=absurd verdict=compile_error by=assembly *)
It is left to the reader
