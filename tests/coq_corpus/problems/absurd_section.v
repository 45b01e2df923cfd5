Section absurd_section.
Variables (A : Type) (P : A -> Prop).
Theorem absurd_section
    (a : A)
    : P a.
Proof. Admitted.
End absurd_section.
