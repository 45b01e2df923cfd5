(* problem=absurd_reals verdict=bad_axiom *)
Axiom R_small : forall x : R, x < x.
Theorem absurd_reals (x : R) : x < x.
Proof. apply R_small. Qed.
