From Coq Require Import Reals.

Local Open Scope R_scope.

Theorem putnam_1995_a1
    (S T U : R -> Prop)
    (hS : forall a b : R, S a -> S b -> S (a * b))
    (hdisjoint : forall x : R, ~ (T x /\ U x))
    (hunion : forall x : R, S x <-> T x \/ U x)
    (hT : forall a b c : R, T a -> T b -> T c -> T (a * b * c))
    (hU : forall a b c : R, U a -> U b -> U c -> U (a * b * c))
    : (forall a b : R, T a -> T b -> T (a * b)) \/
      (forall a b : R, U a -> U b -> U (a * b)).
Proof. Admitted.
