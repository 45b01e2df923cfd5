(* problem=absurd verdict=statement_changed *)
Definition nat := unit.
Definition plus_unit (x y : unit) : unit := tt.
Notation "x + y" := (plus_unit x y).
Notation "1" := tt.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct n. reflexivity. Qed.
