(* problem=absurd_answer verdict=compile_error track=no-solution *)
Proof. Admitted.
