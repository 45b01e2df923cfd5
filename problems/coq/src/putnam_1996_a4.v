From Coq Require Import Reals List Lra.

Local Open Scope R_scope.

Theorem putnam_1996_a4
    (A : Type)
    (hA : exists l : list A, forall a : A, In a l)
    (S : A -> A -> A -> Prop)
    (hdistinct : forall a b c : A, S a b c -> a <> b /\ b <> c /\ a <> c)
    (h1 : forall a b c : A, S a b c <-> S b c a)
    (h2 : forall a b c : A, a <> b -> b <> c -> a <> c -> (S a b c <-> ~ S c b a))
    (h3 : forall a b c d : A, S a b c /\ S c d a <-> S b c d /\ S d a b)
    : exists g : A -> R,
        (forall a b : A, g a = g b -> a = b) /\
        (forall a b c : A, g a < g b -> g b < g c -> S a b c).
Proof. Admitted.
