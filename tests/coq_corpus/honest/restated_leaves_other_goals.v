(* problem=plus_zero *)
Theorem plus_zero : forall n : nat, n + 0 = n.
Proof. apply nat_ind; simpl; auto. Qed.
