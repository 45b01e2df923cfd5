Theorem putnam_2001_a1
    (S : Type)
    (op : S -> S -> S)
    (hop : forall a b : S, op (op a b) a = b)
    : forall a b : S, op a (op b a) = b.
Proof. Admitted.
