(* problem=absurd verdict=forbidden strict=bad_axiom *)
#[bypass_check(guard)] Fixpoint loop (n : nat) : False := loop n.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (loop 0). Qed.
