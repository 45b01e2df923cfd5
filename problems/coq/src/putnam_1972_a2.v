Theorem putnam_1972_a2
    : (forall (S : Type) (op : S -> S -> S),
        (forall x y : S, op x (op x y) = y) ->
        (forall x y : S, op (op y x) x = y) ->
        forall x y : S, op x y = op y x) /\
      (exists (S : Type) (op : S -> S -> S),
        (forall x y : S, op x (op x y) = y) /\
        (forall x y : S, op (op y x) x = y) /\
        ~ (forall x y z : S, op (op x y) z = op x (op y z))).
Proof. Admitted.
