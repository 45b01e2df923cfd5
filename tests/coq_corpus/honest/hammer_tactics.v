(* problem=reversed_sum *)
From Hammer Require Import Tactics.
Require Import Lia.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof.
  assert (forall x y : nat, x + y = y + x) by (hauto use: PeanoNat.Nat.add_comm).
  sauto.
Qed.
