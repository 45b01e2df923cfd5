(* problem=reversed_sum *)
Proof.
  induction a as [|a IH]; simpl.
  - rewrite PeanoNat.Nat.add_0_r. apply PeanoNat.Nat.add_comm.
  - rewrite IH. rewrite PeanoNat.Nat.add_succ_r. reflexivity.
Qed.
