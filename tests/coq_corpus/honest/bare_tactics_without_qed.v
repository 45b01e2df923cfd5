(* problem=reversed_sum *)
rewrite <- PeanoNat.Nat.add_assoc.
rewrite (PeanoNat.Nat.add_comm a).
rewrite (PeanoNat.Nat.add_comm b).
reflexivity
