Require Import Arith.
Definition absurd_answer_solution : nat := 3.
Theorem absurd_answer
    : forall n : nat, n * n < absurd_answer_solution.
Proof. Admitted.
