(* problem=absurd verdict=forbidden strict=compile_error|incomplete *)
Notation "x +"" y" := (x + y) (at level 50, left associativity).
Check (1 +" 1). Redirect "x" Check (2 +" 3).
Theorem absurd (n : nat) : n = n + 1.
Proof. Admitted.
