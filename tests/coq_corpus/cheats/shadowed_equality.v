(* problem=absurd verdict=statement_changed *)
Inductive eq {A : Type} (x : A) : A -> Prop := any : forall y, eq x y.
Notation "x = y" := (eq x y) : type_scope.
Theorem absurd (n : nat) : n = n + 1.
Proof. constructor. Qed.
