(* problem=class_choice *)
Record pair_of (A B : Type) := mk { one : A; two : B }.
#[global] Instance nat_pointed : Pointed nat := {| point := 0 |}.
Canonical Structure zero_pair := mk nat nat 0 0.
Theorem class_choice
    (f : U -> nat)
    : exists u : U, f u = f point.
Proof. eexists. reflexivity. Qed.
