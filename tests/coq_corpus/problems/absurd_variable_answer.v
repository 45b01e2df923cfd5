Definition absurd_variable_answer_solution : nat := 3.
Variable T : Type.
Variable op : T -> T -> T.
Theorem absurd_variable_answer
    : forall x y : T, op x y = op y x /\ absurd_variable_answer_solution = 3.
Proof. Admitted.
