(* problem=absurd verdict=compile_error *)
Theorem absurd (n : nat) : n = n + 1.
Proof. vm_cast_no_check (@eq_refl nat n). Qed.
