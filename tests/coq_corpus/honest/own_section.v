(* problem=reversed_sum *)
Section Work.
  Variable unused : nat.
  Let double (n : nat) := n + n.
  Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
  Proof.
    rewrite <- (PeanoNat.Nat.add_comm c (a + b)).
    rewrite (PeanoNat.Nat.add_comm a b).
    apply PeanoNat.Nat.add_assoc.
  Qed.
End Work.
