(* problem=absurd_card verdict=statement_changed *)
Notation "#| A |" := 0 (at level 0, A at level 99) : nat_scope.
Theorem absurd_card (A : {set T}) : #|A| = #|~: A|.
Proof. by []. Qed.
