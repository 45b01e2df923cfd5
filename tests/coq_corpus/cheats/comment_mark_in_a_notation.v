(* problem=absurd verdict=forbidden strict=compile_error *)
Notation "x +(* y" := (x + y) (at level 50, left associativity).
Check (1 +(* 1). Axiom magic : forall n : nat, n = n + 1. Redirect "x" Check (2 *) + 0).
Theorem absurd (n : nat) : n = n + 1.
Proof. Admitted.
