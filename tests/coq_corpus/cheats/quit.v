(* problem=absurd verdict=forbidden strict=compile_error *)
Quit.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact I. Qed.
