(* problem=tree_mirror *)
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
Inductive shape := dot | fork : shape -> shape -> shape.
Fixpoint shape_of {A} (t : tree A) : shape :=
  match t with leaf => dot | node l _ r => fork (shape_of l) (shape_of r) end.
Theorem tree_mirror (A : Type) (t : tree A) : ~~ ~~ t = t.
Proof. induction t; simpl; congruence. Qed.
