(* problem=absurd_field verdict=compile_error *)
Theorem absurd_field (x : R) : x < x.
Proof. by rewrite ltxx. Qed.
