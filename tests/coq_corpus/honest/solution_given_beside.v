(* problem=least_step track=no-solution solution=2 *)
Proof.
  unfold least_step_solution. split; [intro; lia | reflexivity].
Qed.
