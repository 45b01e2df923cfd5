Require Import ssreflect.
Theorem cancel_any
    (S : Type)
    (op : S -> S -> S)
    (e : S)
    (assoc : (S -> S -> S) -> Prop := fun o => forall x y z, o x (o y z) = o (o x y) z)
    (hop : assoc op)
    (he : forall x, op e x = x)
    (hinv : forall x, exists y, op y x = e)
    (x y z : S)
    (h : op x y = op x z)
    : y = z.
Proof. Admitted.
