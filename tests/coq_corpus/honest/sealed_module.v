(* problem=reversed_sum *)
Module Type COMM. Parameter comm : forall x y, x + y = y + x. End COMM.
Module Plus : COMM. Definition comm := Nat.add_comm. End Plus.
Theorem reversed_sum (a b c : nat) : a + b + c = c + b + a.
Proof. rewrite (Plus.comm _ c), (Plus.comm a b). apply Nat.add_assoc. Qed.
