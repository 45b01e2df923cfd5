(* problem=absurd_reals verdict=statement_changed *)
Notation "x < y" := (x <= y)%R : R_scope.
Theorem absurd_reals (x : R) : x < x.
Proof. apply Rle_refl. Qed.
