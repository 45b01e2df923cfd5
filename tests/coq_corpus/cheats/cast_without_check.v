(* problem=absurd verdict=compile_error *)
Theorem absurd (n : nat) : n = n + 1.
Proof. exact_no_check (@eq_refl nat n). Qed.
