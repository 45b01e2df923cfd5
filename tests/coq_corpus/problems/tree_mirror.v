Require Import List.
Inductive tree (A : Type) : Type :=
  | leaf : tree A
  | node : tree A -> A -> tree A -> tree A.
Arguments leaf {A}.
Arguments node {A}.
Fixpoint mirror {A : Type} (t : tree A) : tree A :=
  match t with
  | leaf => leaf
  | node l x r => node (mirror r) x (mirror l)
  end.
Notation "~~ t" := (mirror t) (at level 35, right associativity).
Theorem tree_mirror
    (A : Type)
    (t : tree A)
    : ~~ ~~ t = t.
Proof. Admitted.
