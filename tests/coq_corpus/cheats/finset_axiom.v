(* problem=absurd_card verdict=bad_axiom *)
Axiom half : forall A : {set T}, #|A| = #|~: A|.
Proof. exact: half. Qed.
