(* problem=all_squares *)
Definition all_squares_solution (n k : nat) := k * k = n.
Proof.
  unfold all_squares_solution. simpl. intuition.
Qed.
