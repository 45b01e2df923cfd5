(* problem=class_choice *)
Proof.
  exists point. reflexivity.
Qed.
