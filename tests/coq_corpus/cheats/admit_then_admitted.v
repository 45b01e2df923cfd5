(* problem=absurd verdict=incomplete *)
Theorem absurd (n : nat) : n = n + 1.
Proof. admit. Admitted.
