(* problem=absurd verdict=forbidden strict=bad_axiom *)
Module Type E. End E.
Module Type T. Parameter magic : forall n : nat, n = n + 1. End T.
Module F (X : E) : T.
  #[bypass_check(guard)] Fixpoint loop (n : nat) : n = n + 1 := loop n.
  Definition magic := loop.
End F.
Module X. End X.
Module M := F X.
Theorem absurd (n : nat) : n = n + 1.
Proof. apply M.magic. Qed.
