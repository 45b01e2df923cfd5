(* problem=absurd verdict=forbidden strict=bad_axiom *)
Unset Positivity Checking.
Inductive Bad := bad : (Bad -> False) -> Bad.
Set Positivity Checking.
Lemma no : Bad -> False.
Proof. intros [f]. exact (f (bad f)). Qed.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (no (bad no)). Qed.
