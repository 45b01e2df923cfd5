(* problem=cancel_any *)
Lemma at_type (A : Type) (B : Type) (f : A -> B) (x y : A) : x = y -> f x = f y.
Proof. by move=> ->. Qed.
Theorem cancel_any (S : Type) (op : S -> S -> S) (e : S)
    (assoc : (S -> S -> S) -> Prop := fun o => forall x y z, o x (o y z) = o (o x y) z)
    (hop : assoc op) (he : forall x, op e x = x) (hinv : forall x, exists y, op y x = e)
    (x y z : S) (h : op x y = op x z) : y = z.
Proof.
  destruct (hinv x) as [w hw].
  pose proof (at_type S S (op w) _ _ h) as k.
  rewrite 2!hop hw 2!he in k.
  exact k.
Qed.
