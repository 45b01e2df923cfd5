(* problem=reversed_sum *)
Ltac Swap := match goal with |- context [?x + ?y] => rewrite (PeanoNat.Nat.add_comm x y) end.
Tactic Notation "Finish" := reflexivity.
Proof.
  Swap.
  rewrite (PeanoNat.Nat.add_comm a b).
  rewrite PeanoNat.Nat.add_assoc. Finish.
Qed.
