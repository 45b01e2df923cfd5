(* problem=absurd verdict=forbidden strict=compile_error *)
Lemma aux : True. Proof. exact I. Qed.
Reset aux.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact I. Qed.
