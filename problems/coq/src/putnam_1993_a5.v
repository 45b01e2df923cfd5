From Coq Require Import Reals QArith Qreals Lra.
From Coquelicot Require Import Coquelicot.

Local Open Scope R_scope.

Theorem putnam_1993_a5
    (f : R -> R)
    (hf : forall x : R, f x = ((x ^ 2 - x) / (x ^ 3 - 3 * x + 1)) ^ 2)
    : exists q : Q,
        RInt f (-100) (-10) + RInt f (1 / 101) (1 / 11) + RInt f (101 / 100) (11 / 10)
        = Q2R q.
Proof. Admitted.
