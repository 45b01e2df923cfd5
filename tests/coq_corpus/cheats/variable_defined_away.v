(* problem=absurd_variable verdict=compile_error *)
Module Type V. End V.
Definition T := unit.
Definition op (x y : unit) := tt.
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. intros x y. destruct (op x y). reflexivity. Qed.
