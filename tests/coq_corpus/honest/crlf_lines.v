(* problem=crlf_sum *)
Proof.
  rewrite PeanoNat.Nat.add_comm.
  reflexivity.
Qed.
