(* problem=absurd verdict=bad_axiom *)
Axiom classic : forall P : Prop, P.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply classic. Qed.
