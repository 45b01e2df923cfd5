(* problem=absurd verdict=forbidden strict=bad_axiom *)
#[export] Unset Guard Checking.
Global Unset Guard Checking.
Fixpoint loop (n : nat) : False := loop n.
Global Set Guard Checking.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (loop 0). Qed.
