(* problem=absurd verdict=bad_axiom *)
Axiom magic : False.
Lemma a : False. Proof. exact magic. Qed.
Lemma b : False. Proof. exact a. Qed.
Lemma c : forall P : Prop, P. Proof. destruct b. Qed.
Theorem absurd (n : nat) : n = n + 1.
Proof. abstract (apply c). Qed.
