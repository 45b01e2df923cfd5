(* problem=absurd verdict=forbidden strict=compile_error *)
Symbol magic : nat.
Rewrite Rule zero := magic => 0.
Theorem absurd (n : nat) : n = n + 1.
Proof. reflexivity. Qed.
