(* problem=absurd_answer verdict=bad_axiom track=no-solution *)
Axiom big : nat.
Axiom bigger : forall n, n * n < big.
Definition absurd_answer_solution : nat := big.
Theorem absurd_answer : forall n : nat, n * n < absurd_answer_solution.
Proof. apply bigger. Qed.
