(* problem=absurd_variable verdict=bad_axiom *)
Hypothesis Hop : forall x y, op x y = op y x.
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. exact Hop. Qed.
