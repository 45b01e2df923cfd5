(* problem=absurd verdict=statement_changed *)
Definition read (x : Number.uint) : option nat := Some O.
Definition show (x : nat) : option Number.uint := None.
Number Notation nat read show : nat_scope.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply plus_n_O. Qed.
