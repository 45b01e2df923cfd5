(* problem=reversed_sum *)
Require Import Lia.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof.
  destruct a as [|a], b as [|b].
  1: { rewrite !PeanoNat.Nat.add_0_r. reflexivity. }
  all: swap 1 2.
  2-3: lia.
  - { lia. }
Qed.
