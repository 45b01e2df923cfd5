(* problem=absurd_variable verdict=bad_axiom *)
Axiom all_equal : forall x y : T, x = y.
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. intros. apply all_equal. Qed.
