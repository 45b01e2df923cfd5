(* problem=absurd verdict=incomplete *)
Proof. exact absurd_aux. Qed.
Axiom absurd_aux : False.
Theorem absurd (n : nat) : n = n + 1.
Proof. Admitted.
