(* problem=absurd verdict=compile_error *)
Theorem absurd (n : nat) : n = n + 1.
Proof. Restart. exact I. Qed.
