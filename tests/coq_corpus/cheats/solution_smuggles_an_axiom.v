(* problem=absurd_answer verdict=compile_error track=no-solution solution=3).Axiom *)
Proof. Admitted.
