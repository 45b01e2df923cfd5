(* problem=reversed_sum *)
Require Import PeanoNat.
Set Nested Proofs Allowed.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof.
  rewrite (Nat.add_comm _ c).
  Lemma swapped : forall x y : nat, x + y = y + x.
  Proof. exact Nat.add_comm. Qed.
  Fact assoc : forall x y z : nat, x + (y + z) = x + y + z.
  Proof Nat.add_assoc.
  rewrite (swapped a b).
  apply assoc.
Qed.
