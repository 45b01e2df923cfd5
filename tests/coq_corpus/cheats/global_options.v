(* problem=absurd verdict=bad_axiom *)
Global Set Universe Polymorphism.
Global Set Warnings "+all".
Global Set Printing Universes.
Global Set Nested Proofs Allowed.
Global Set Suggest Proof Using.
Monomorphic Axiom magic : forall n : nat, n = n + 1.
Monomorphic Theorem absurd (n : nat) : n = n + 1.
Proof. apply magic. Qed.
