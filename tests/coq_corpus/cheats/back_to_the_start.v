(* problem=absurd verdict=forbidden strict=compile_error *)
Lemma a : True. Proof. exact I. Qed.
Back 3.
Theorem absurd (n : nat) : n = n + 1.
Proof. exact I. Qed.
