(* problem=absurd verdict=bad_axiom *)
Set Universe Polymorphism.
Polymorphic Axiom magic@{u} : forall A : Type@{u}, A.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
