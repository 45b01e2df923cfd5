(* problem=absurd verdict=compile_error *)
Lemma other : 1 = 1.
Proof. reflexivity. Qed.
