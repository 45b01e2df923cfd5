(* problem=reversed_sum *)
Module Type COMM.
  Parameter f : nat -> nat -> nat.
  Axiom comm : forall x y, f x y = f y x.
End COMM.
Module Plus <: COMM.
  Definition f := Nat.add.
  Definition comm := PeanoNat.Nat.add_comm.
End Plus.
Module Facts (C : COMM).
  Lemma twice : forall x y z, C.f (C.f x y) z = C.f z (C.f y x).
  Proof. intros. rewrite C.comm. rewrite (C.comm x y). reflexivity. Qed.
End Facts.
Module F := Facts Plus.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. pose proof (F.twice a b c) as h. unfold Plus.f in h. rewrite h. apply PeanoNat.Nat.add_assoc. Qed.
