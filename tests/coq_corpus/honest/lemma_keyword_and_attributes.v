(* problem=reversed_sum *)
From Coq Require Import Lia.
#[local] Set Warnings "none".
#[export] Hint Rewrite PeanoNat.Nat.add_comm : sums.
Lemma reversed_sum : forall a b c : nat, a + b + c = c + b + a.
Proof. intros *. Time lia. Qed.
