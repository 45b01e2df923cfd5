(* problem=reversed_sum *)
(* This is not Admitted. and there is no sorry. nor "Qed." in it (* Axiom oops : False. *) *)
Lemma sorry_admit_lemma : forall a b : nat, a + b = b + a.
Proof. (* admit. *) exact PeanoNat.Nat.add_comm. Qed.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof.
  idtac "Error: Admitted."; pose (Admitted := 0).
  pose proof (sorry_admit_lemma a b) as sorry.
  rewrite sorry, sorry_admit_lemma. (* failed *)
  apply PeanoNat.Nat.add_assoc.
Qed.
