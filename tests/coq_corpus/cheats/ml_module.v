(* problem=absurd verdict=forbidden strict=compile_error *)
Declare ML Module "no_such_plugin".
Theorem absurd (n : nat) : n = n + 1.
Proof. exact I. Qed.
