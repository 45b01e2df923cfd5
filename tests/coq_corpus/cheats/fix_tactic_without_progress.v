(* problem=absurd verdict=compile_error *)
Theorem absurd (n : nat) : n = n + 1.
Proof. revert n. fix loop 1. exact loop. Qed.
