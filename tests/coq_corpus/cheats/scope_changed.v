(* problem=absurd_reals verdict=statement_changed *)
Close Scope R_scope.
Open Scope nat_scope.
Theorem absurd_reals (x : R) : (x <= x)%R.
Proof. exact (Rle_refl x). Qed.
