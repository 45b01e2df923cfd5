(* problem=absurd_answer verdict=incomplete *)
Definition absurd_answer_solution : nat := 0.
Theorem absurd_answer : forall n : nat, n * n < absurd_answer_solution.
Proof. intro n. exfalso. admit. Qed.
