(* problem=reversed_sum *)
Reserved Notation "x <+> y" (at level 50, left associativity).
Notation "x <+> y" := (Nat.add y x).
Local Hint Resolve PeanoNat.Nat.add_comm : core.
Lemma flip : forall x y, x <+> y = x + y.
Proof. auto. Qed.
Remark assoc : forall x y z, x + (y + z) = x + y + z.
Proof PeanoNat.Nat.add_assoc.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof.
  rewrite <- (flip (a + b) c).
  rewrite <- (flip a b), assoc; reflexivity.
Qed.
