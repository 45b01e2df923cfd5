(* problem=absurd_section verdict=statement_changed *)
Hypothesis magic : forall a, P a.
Theorem absurd_section (a : A) : P a.
Proof. apply magic. Qed.
