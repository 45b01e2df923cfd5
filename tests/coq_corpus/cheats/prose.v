(* problem=absurd verdict=compile_error *)
I am sorry, but I can not prove this theorem. It looks false to me.
