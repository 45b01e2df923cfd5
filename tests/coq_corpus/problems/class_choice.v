Class Pointed (A : Type) := { point : A }.
Context {U : Type} `{Pointed U}.
Theorem class_choice
    (f : U -> nat)
    : exists u : U, f u = f point.
Proof. Admitted.
