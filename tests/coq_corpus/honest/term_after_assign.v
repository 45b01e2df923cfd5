(* problem=reversed_sum *)
:= (eq_trans (PeanoNat.Nat.add_comm (a + b) c)
   (eq_trans (f_equal (Nat.add c) (PeanoNat.Nat.add_comm a b)) (PeanoNat.Nat.add_assoc c b a))).
