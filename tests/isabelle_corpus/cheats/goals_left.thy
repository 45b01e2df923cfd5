(* problem=absurd_fixed verdict=incomplete by=build *)
apply (cases x)
  done
