(* problem=absurd verdict=forbidden strict=bad_axiom *)
#[bypass_check(positivity)] Inductive Bad := bad : (Bad -> False) -> Bad.
Lemma no : Bad -> False.
Proof. intros [f]. exact (f (bad f)). Qed.
Theorem absurd (n : nat) : n = n + 1.
Proof. destruct (no (bad no)). Qed.
