(* problem=absurd verdict=bad_axiom *)
Inductive Closed_under_the_global_context : Prop := .
Axiom Axioms : Closed_under_the_global_context.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct Axioms. Qed.
