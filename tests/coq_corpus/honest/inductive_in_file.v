(* problem=tree_mirror *)
Theorem tree_mirror
    (A : Type)
    (t : tree A)
    : ~~ ~~ t = t.
Proof.
  induction t as [|l IHl x r IHr]; simpl.
  - reflexivity.
  - rewrite IHl, IHr. reflexivity.
Qed.
