Require Import Setoid.
Variable T : Type.
Variable op : T -> T -> T.
Theorem absurd_variable
    : forall x y : T, op x y = op y x.
Proof. Admitted.
