(* problem=reversed_sum *)
Check Nat.add_comm. Print Nat.add. Search (_ + _ = _ + _) inside PeanoNat.
Eval compute in 2 + 2. About Nat.add. Locate "+".
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. Show. rewrite (Nat.add_comm _ c), (Nat.add_comm a b). Show Proof. apply Nat.add_assoc. Qed.
Print Assumptions reversed_sum.
