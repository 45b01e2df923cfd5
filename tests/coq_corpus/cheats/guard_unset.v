(* problem=absurd verdict=forbidden strict=bad_axiom *)
Unset Guard Checking.
Fixpoint loop (n : nat) : False := loop n.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (loop 0). Qed.
