(* problem=absurd verdict=compile_error *)
Proof. idtac "foo. exact I. Qed.
