(* problem=set_meet *)
Theorem set_meet
    (U : Type)
    (A B : Ensemble U)
    : Intersection U A B = Intersection U B A.
Proof.
  apply Extensionality_Ensembles. split; intros x h; destruct h; constructor; assumption.
Qed.
