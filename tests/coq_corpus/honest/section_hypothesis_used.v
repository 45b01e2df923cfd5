(* problem=chosen_subset *)
Section chosen_subset.
Variables (A : Type) (P Q : A -> Prop).
Hypothesis inside : forall a, P a -> Q a.
Theorem chosen_subset
    (h : exists a, P a)
    : exists a, Q a.
Proof.
  destruct h as [a ha]. exists a. apply inside, ha.
Qed.
End chosen_subset.
